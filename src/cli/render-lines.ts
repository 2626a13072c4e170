import type { Io } from "./command.ts";
import { type Line, renderLine, textOf, withText } from "./line.ts";
import { commandsIn } from "./program.ts";
import { shortIds } from "./short-ids.ts";
import { wrapLine } from "./wrap-line.ts";

/** Lines as they are put out: as wide as the terminal, and untouched for a pipe. */
export function renderLines(
  lines: readonly Line[],
  { hasColour, width }: Pick<Io, "hasColour" | "width">,
): string[] {
  const shown =
    width === undefined ? lines : lines.flatMap((line) => wrapLine(withShortCommands(line), width));
  return shown.map((line) => renderLine(line, hasColour));
}

function withShortCommands(line: Line): Line {
  const pieces = typeof line === "string" ? [line] : line;
  return pieces.map((piece) => {
    const text = textOf(piece);
    const [command] = commandsIn(text);
    if (!command) return piece;
    return withText(piece, text.slice(0, command.start) + shortIds(text.slice(command.start)));
  });
}
