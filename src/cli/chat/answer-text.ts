import type { Io } from "../command.ts";
import { visible } from "../visible.ts";
import { createWordWriter } from "./word-writer.ts";

const MARGIN = "  ";
const HALF_A_CHARACTER = /[\ud800-\udbff]$/;

/**
 * An answer as it is written. It knows what it has shown of it, so that every word is shown once,
 * whichever way it comes: in pieces, as all that was written so far, or stored as a whole.
 */
export function createAnswerText(io: Pick<Io, "write" | "hasColour" | "width">) {
  const { width } = io;
  const words =
    width === undefined
      ? undefined
      : createWordWriter({ write: io.write, hasColour: io.hasColour, width }, MARGIN);
  let shown = "";
  let isAtStart = true;

  function add(text: string): void {
    const half = HALF_A_CHARACTER.test(text);
    const whole = half ? text.slice(0, -1) : text;
    if (whole === "") return;
    shown += whole;
    let out = "";
    for (const [index, line] of whole.split("\n").entries()) {
      if (index > 0) {
        if (words) {
          words.end();
          io.write("\n");
        } else out += "\n";
        isAtStart = true;
      }
      if (line === "") continue;
      // Line breaks are the model's to make; whatever else could move the cursor is not. The margin
      // is ours: no answer can look like a question of the command line (A96).
      const safe = visible(line.replaceAll("\t", "    "));
      if (words) words.text(safe);
      else out += (isAtStart ? MARGIN : "") + safe;
      isAtStart = false;
    }
    if (out !== "") io.write(out);
  }

  function endLine(): void {
    words?.end();
    if (!isAtStart) io.write("\n");
    isAtStart = true;
  }

  /** All of it so far: only what is missing is added, unless it begins otherwise. */
  function become(text: string): void {
    if (shown !== "" && !text.startsWith(shown)) {
      endLine();
      shown = "";
    }
    add(text.slice(shown.length));
  }

  let rest = "";
  return {
    piece(text: string): void {
      const all = rest + text;
      rest = HALF_A_CHARACTER.test(all) ? all.slice(-1) : "";
      add(all);
    },
    become,
    /** As it is stored. One that was cancelled may have been shown a word further. */
    store(text: string): void {
      if (!shown.startsWith(text)) become(text);
    },
    endLine,
    /** What comes next is another answer. */
    end(): void {
      endLine();
      shown = "";
      rest = "";
    },
  };
}
