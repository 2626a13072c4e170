import { ShieldAlert, ShieldCheck } from "lucide-react";
import type { JsonObject } from "../api/json.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { Tag, type Tone } from "../ui/tag.tsx";

/** What held the program of a call; nothing for a call that ran none. */
export function EnforcedBy({ data }: { readonly data: JsonObject }) {
  const { enforcement } = data;
  if (typeof enforcement !== "string") return null;
  const [tone, words] = wordsFor(enforcement);
  const Icon = tone === "low" ? ShieldCheck : ShieldAlert;
  return (
    <p className="mt-1">
      <Tag tone={tone} icon={<Icon size={12} aria-hidden />}>
        {words}
      </Tag>
    </p>
  );
}

function wordsFor(enforcement: string): readonly [Tone, string] {
  if (enforcement === "off") return ["high", "Not isolated (sandbox is off)"];
  if (enforcement === "degraded") return ["med", "Reduced isolation (degraded)"];
  return ["low", `Isolated by ${showHidden(enforcement)}`];
}
