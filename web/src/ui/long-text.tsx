import { useState } from "react";
import { cx } from "../base/cx.ts";
import { foldText } from "../base/fold-text.ts";
import { plural, tellNumber } from "../base/tell-amount.ts";
import { Button } from "./button.tsx";
import { useReportFolded } from "./folded.ts";
import { Plain } from "./plain.tsx";

type LongTextProps = {
  readonly text: string;
  readonly lines?: number;
  readonly characters?: number;
  readonly className?: string;
};

/** More at once freezes a browser that has to break a single line of a megabyte. */
const STEP = 20_000;

/** A text of any length: head and tail, with the size of what lies between. */
export function LongText({ text, lines = 16, characters = 1_600, className }: LongTextProps) {
  const [more, setMore] = useState(0);
  const { head, tail, hiddenCharacters, hiddenLines } = foldText(text, {
    lines: more === 0 ? lines : 1_000 * more,
    characters: characters + STEP * more,
  });
  useReportFolded(hiddenCharacters);
  const shape = "whitespace-pre-wrap font-mono text-sm [overflow-wrap:anywhere]";
  if (hiddenCharacters === 0) {
    return (
      <div className={cx(shape, className)}>
        <Plain text={head} />
      </div>
    );
  }
  return (
    <div className={cx(shape, className)}>
      <Plain text={head} />
      <div className="my-1 flex flex-wrap items-center gap-2 border-line border-y border-dashed py-1 font-sans text-quiet text-xs">
        <span>
          {tellNumber(hiddenCharacters)} characters
          {hiddenLines > 0 && ` in ${plural(hiddenLines, "line")}`} not shown
        </span>
        <Button small look="ghost" onClick={() => setMore(more + 1)}>
          Show more
        </Button>
      </div>
      <Plain text={tail} />
    </div>
  );
}
