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

type Shown = {
  readonly at: number;
  readonly step: NonNullable<Intent["plan"]>["steps"][number];
  readonly state: string;
  readonly isLater: boolean;
  readonly preview: unknown;
  /** What its approver said or changed. */
  readonly notes: readonly string[];
};

/** The steps of a plan, each with its state and what it would touch. Steps alike are one group. */
export function planLines(intent: Intent, approvals: readonly Approval[], isDry = false): Line[] {
  const { plan } = intent;
  if (!plan) return [];
  const shown = plan.steps.map((step, at): Shown => {
    const { state = "pending", outcome } = intent.steps[at] ?? {};
    const asked = approvals.find(({ invocation_id: id }) => id === outcome?.invocation_id);
    const isOver = state === "completed" && !isDry;
    const preview = isOver ? undefined : (asked?.preview ?? resultOf(outcome?.outputs));
    const notes = resultNotes(outcome ?? {});
    return { at, step, state, isLater: !outcome && approvals.length > 0, preview, notes };
  });
  return groupsOf(shown).flatMap((group) => [
    headOf(group),
    ...group.flatMap(({ notes }) => notes.map((note) => `   ${shorten(note, SAYS_LENGTH)}`)),
    ...group.flatMap(({ isLater, step }) => (isLater ? laterLines(step, plan) : [])),
    ...previewLines(group.length === 1 ? group[0]?.preview : together(group)),
  ]);
}

function headOf(group: readonly Shown[]): Line {
  const [first] = group;
  if (!first) return "";
  const { at, step, state } = first;
  const places = group.length === 1 ? `${at + 1}` : `${at + 1}-${at + group.length}`;
  const says = shorten(step.says, SAYS_LENGTH);
  const more = group.length === 1 ? "" : ` And ${group.length - 1} more like it.`;
  return [`${places}. ${says}${more}  `, styled("dim", `${step.tool_id} `), inColour(state)];
}

/** Neighbours of one tool and one state. A step that comes later stands alone with its inputs. */
function groupsOf(shown: readonly Shown[]): Shown[][] {
  const groups: Shown[][] = [];
  for (const one of shown) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && isAlike(before, one)) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

function isAlike(one: Shown, other: Shown): boolean {
  if (one.isLater || other.isLater) return false;
  if (one.notes.length > 0 || other.notes.length > 0) return false;
  if (one.step.tool_id !== other.step.tool_id || one.state !== other.state) return false;
  return isMeasured(one.preview) === isMeasured(other.preview);
}

function isMeasured(preview: unknown): boolean {
  return isJsonObject(preview) && typeof preview.files === "number";
}

/** What the steps of a group would touch, all together. */
function together(group: readonly Shown[]): unknown {
  const previews = group.map(({ preview }) => preview).filter(isJsonObject);
  if (!previews.some(isMeasured)) return undefined;
  const sum = (name: string) => previews.reduce((all, it) => all + (Number(it[name]) || 0), 0);
  return {
    files: sum("files"),
    bytes: sum("bytes"),
    preview: previews.flatMap(({ preview }) => (Array.isArray(preview) ? preview : [])),
  };
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
