import { Fragment } from "react";
import { splitHidden } from "../base/hidden-characters.ts";

/** Text from outside: shown as it is, and what would not be seen is made visible. */
export function Plain({ text }: { readonly text: string }) {
  let at = 0;
  return (
    <bdi>
      {splitHidden(text).map((piece) => {
        at += piece.text.length;
        return piece.hidden === undefined ? (
          <Fragment key={at}>{piece.text}</Fragment>
        ) : (
          <span key={at} className="hidden-character" title={piece.hidden}>
            {piece.text}
          </span>
        );
      })}
    </bdi>
  );
}
