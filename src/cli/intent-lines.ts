import { isJsonObject } from "../base/json.ts";
import { resultNotes } from "../base/shown-call.ts";
import type { Approval, Intent } from "../http/client/wire.ts";
import { columns } from "./columns.ts";
import { laterLines } from "./later-steps.ts";
import { type Line, styled } from "./line.ts";
import { shorten, shortJson } from "./shorten.ts";
import { inColour } from "./state-style.ts";

const SAYS_LENGTH = 200;
const MOST_ROWS = 10;
const VALUE_LENGTH = 100;

/** The steps of a plan, each with how it stands and what it would touch. */
export function planLines(intent: Intent, approvals: readonly Approval[], isDry = false): Line[] {
  const { plan } = intent;
  return (plan?.steps ?? []).flatMap((step, index) => {
    const { state = "pending", outcome } = intent.steps[index] ?? {};
    const isLater = plan && !outcome && approvals.length > 0;
    const asked = approvals.find(({ invocation_id: id }) => id === outcome?.invocation_id);
    return [
      [
        `${index + 1}. ${shorten(step.says, SAYS_LENGTH)}  `,
        styled("dim", `${step.tool_id} `),
        inColour(state),
      ],
      ...resultNotes(outcome ?? {}).map((note) => `   ${shorten(note, SAYS_LENGTH)}`),
      ...(isLater ? laterLines(step, plan) : []),
      ...(state === "completed" && !isDry
        ? []
        : previewLines(asked?.preview ?? resultOf(outcome?.outputs))),
    ];
  });
}

/** The answer of a manifest agent, apart from what it says of the call. */
function resultOf(outputs: unknown): unknown {
  return isJsonObject(outputs) ? outputs.result : undefined;
}

/** "12 files in /home/me/Downloads, 34 MB", and the first of them. */
function previewLines(preview: unknown): Line[] {
  if (!isJsonObject(preview)) return [];
  const { files, bytes, preview: listed } = preview;
  if (typeof files !== "number") return [];
  const items = Array.isArray(listed) ? listed.filter(isJsonObject) : [];
  const folder = folderOf(items.map((item) => String(item.from ?? item.path ?? "")));
  const size = typeof bytes === "number" ? `, ${sizeWords(bytes)}` : "";
  const head = `   ${files} ${files === 1 ? "file" : "files"}${folder ? ` in ${folder}` : ""}${size}`;
  const rows = items.slice(0, MOST_ROWS).map((item) => {
    const { from, to, path, bytes: own } = item;
    if (typeof from === "string" && typeof to === "string")
      return ["    ", cut(from), "→", cut(to)];
    const rest = typeof own === "number" ? sizeWords(own) : "";
    return ["    ", typeof path === "string" ? cut(path) : shortJson(item, VALUE_LENGTH), rest];
  });
  const left = files - rows.length;
  return [
    head,
    ...columns(rows),
    ...(rows.length > 0 && left > 0 ? [`     and ${left} more`] : []),
  ];
}

function cut(text: string): string {
  return shorten(text, VALUE_LENGTH);
}

function folderOf(paths: readonly string[]): string | undefined {
  const [first, ...others] = paths.map((path) => path.slice(0, path.lastIndexOf("/")));
  return first && others.every((other) => other === first) ? first : undefined;
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

function sizeWords(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1_000 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return `${unit === 0 || size >= 10 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
