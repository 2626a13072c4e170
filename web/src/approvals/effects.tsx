import { cx } from "../base/cx.ts";
import { effectWords, gravestFirst, isGrave } from "../base/effect-words.ts";

/** What a call reaches outside itself, in words, what cannot be undone first. */
export function Effects({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) {
    return <p className="text-quiet text-sm">It declares no effect outside itself.</p>;
  }
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {gravestFirst(tags).map((tag) => (
        <li
          key={tag}
          title={tag}
          className={cx("flex items-center gap-2", isGrave(tag) && "font-semibold text-critical")}
        >
          <span aria-hidden className="size-1.5 rounded-full bg-current" />
          It {effectWords(tag)}
        </li>
      ))}
    </ul>
  );
}
