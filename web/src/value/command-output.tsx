import { isObject, type Json, type JsonObject } from "../api/json.ts";
import { LongText } from "../ui/long-text.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";

/** What a program printed and how it ended. */
type Output = JsonObject & {
  readonly exit_code: number | null;
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly timed_out: boolean;
};

const KEYS = new Set([
  ...["ok", "exit_code", "signal", "stdout", "stderr", "truncated", "timed_out"],
]);

/** By its exact shape: with anything more in it, all of it is shown. */
export function isCommandOutput(value: Json): value is Output {
  return (
    isObject(value) &&
    Object.keys(value).every((key) => KEYS.has(key)) &&
    typeof value.ok === "boolean" &&
    (value.exit_code === null || typeof value.exit_code === "number") &&
    (value.signal === undefined || typeof value.signal === "string") &&
    typeof value.stdout === "string" &&
    typeof value.stderr === "string" &&
    typeof value.truncated === "boolean" &&
    typeof value.timed_out === "boolean"
  );
}

export function CommandOutput({ output }: { readonly output: Output }) {
  const { exit_code: code, signal, stdout, stderr } = output;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1.5">
        {code !== null && <Tag tone={code === 0 ? "low" : "high"}>Exit code {code}</Tag>}
        {signal && (
          <Tag tone="high">
            Ended by <Plain text={signal} />
          </Tag>
        )}
        {output.timed_out && <Tag tone="high">Timed out</Tag>}
        {output.truncated && (
          <Tag tone="med" title="Output truncated.">
            Truncated
          </Tag>
        )}
      </div>
      <Stream name="Printed" text={stdout} />
      <Stream name="Printed as errors" text={stderr} />
      {stdout === "" && stderr === "" && <p className="text-quiet text-sm">It printed nothing.</p>}
    </div>
  );
}

function Stream({ name, text }: { readonly name: string; readonly text: string }) {
  if (text === "") return null;
  return (
    <div>
      <p className="mb-1 text-quiet text-xs">{name}</p>
      <LongText text={text} lines={40} className="rounded-md bg-sunken px-2 py-1.5" />
    </div>
  );
}
