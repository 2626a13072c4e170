import type { FolderReport } from "../http/client/wire.ts";
import { block } from "./block.ts";
import { listing } from "./columns.ts";
import { inColour } from "./state-style.ts";

const TEXT_LENGTH = 1_000;

/** What a folder was checked or tested for, item by item. */
export function reportLines({ name, items, ok }: FolderReport, width: number | undefined) {
  const failed = items.filter(({ state }) => state === "failed");
  return [
    ...listing(
      ["RESULT", "WHAT", "NOTE"],
      items.map((it) => [inColour(it.state), it.name, noteOf(it)]),
      items.length,
      width,
    ),
    // In a narrow terminal the table cuts just what is needed.
    ...failed.flatMap((it) => ["", `${it.name} failed:`, ...block(it.message, TEXT_LENGTH)]),
    "",
    ok
      ? `${name} passes${untried(items)}.`
      : `${name} does not pass: ${failed.length} of ${items.length} failed.`,
  ];
}

function untried(items: FolderReport["items"]): string {
  const seen = items.filter(({ state }) => state === "seen").length;
  return seen === 0 ? "" : `; ${seen} of ${items.length} items were seen in the text and not tried`;
}

function noteOf({ message, duration_ms: ms }: FolderReport["items"][number]): string {
  // What a program printed stands below, line by line.
  if (message.includes("\n")) return "see below";
  return ms > 0 ? `${message}, ${Math.round(ms)} ms` : message;
}
