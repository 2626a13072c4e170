import { visible } from "./visible.ts";

/** SGR parameters: what a terminal calls its colours. */
const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type Style = keyof typeof STYLES;

export type Styled = {
  readonly text: string;
  readonly style?: Style;
  /** Never broken: somebody copies it. */
  readonly isWhole?: true;
};
/** A part of a line, or a cell of a table. */
export type Piece = string | Styled;
/** One line for a person. What it says is foreign or ours; how it looks is always ours. */
export type Line = string | readonly Piece[];

export function styled(style: Style | undefined, text: string): Piece {
  return style ? { text, style } : text;
}

/** A command of another program. Those of this one are found by its name. */
export function whole(text: string): Piece {
  return { text, isWhole: true };
}

export function isWhole(piece: Piece): boolean {
  return typeof piece !== "string" && piece.isWhole === true;
}

export function withText(piece: Piece, text: string): Piece {
  return typeof piece === "string" ? text : { ...piece, text };
}

export function textOf(piece: Piece): string {
  return typeof piece === "string" ? piece : piece.text;
}

/** Safe for a terminal, whatever the pieces contain. */
export function renderLine(line: Line, color: boolean): string {
  const pieces = typeof line === "string" ? [line] : line;
  return pieces
    .map((piece) => {
      const safe = visible(textOf(piece));
      const style = color && typeof piece !== "string" ? piece.style : undefined;
      return style && safe !== "" ? paint(style, safe) : safe;
    })
    .join("")
    .trimEnd();
}

function paint(style: Style, text: string): string {
  return `\u001b[${STYLES[style]}m${text}\u001b[0m`;
}
