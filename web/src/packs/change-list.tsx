import type { PackFileChange } from "../api/pack.ts";
import { Plain } from "../ui/plain.tsx";
import { Tag, type Tone } from "../ui/tag.tsx";

const LOOKS: Readonly<Record<PackFileChange["change"], readonly [Tone, string]>> = {
  added: ["low", "New"],
  changed: ["med", "Changed"],
  removed: ["critical", "Gone"],
};

export function ChangeList({ changes }: { readonly changes: readonly PackFileChange[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {changes.map(({ path, change }) => {
        const [tone, words] = LOOKS[change];
        return (
          <li key={path} className="flex min-w-0 items-center gap-2 text-sm">
            <Tag tone={tone}>{words}</Tag>
            <code className="min-w-0 font-mono text-xs [overflow-wrap:anywhere]">
              <Plain text={path} />
            </code>
          </li>
        );
      })}
    </ul>
  );
}
