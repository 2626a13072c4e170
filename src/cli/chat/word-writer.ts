import type { Io } from "../command.ts";
import { widthOf } from "../display-width.ts";
import { renderLine, styled } from "../line.ts";

const FENCE = /^(?:```|~~~)/;
const HEADING = /^#{1,6}$/;
const OPENS = /^([("'“]*)\*\*(?=[^\s*])/;
const CLOSES = /\*\*([.,;:!?)"'”]*)$/;

type Terminal = Pick<Io, "write" | "hasColour"> & { readonly width: number };

/**
 * Writes an answer word by word, each on the line where it fits (A96), bold words and headings
 * without their marks. A word is held until it is whole: its end may still come.
 */
export function createWordWriter({ write, hasColour, width }: Terminal, margin: string) {
  let column = 0;
  let spaces = "";
  let held = "";
  let isBold = false;
  let isHeading = false;
  let isCode = false;

  function put(text: string, bold: boolean): void {
    for (const part of fitting(text)) {
      write(renderLine([bold ? styled("bold", part) : part], hasColour));
      column += widthOf(part);
    }
  }

  /** A word that is longer than a line, in parts that fit. */
  function* fitting(word: string): Generator<string> {
    let part = "";
    for (const character of word) {
      if (column + widthOf(part + character) > width) {
        if (part !== "") yield part;
        part = "";
        breakLine();
      }
      part += character;
    }
    if (part !== "") yield part;
  }

  function lead(text: string): void {
    write(text);
    column += text.length;
  }

  function breakLine(): void {
    write(`\n${margin}`);
    column = margin.length;
  }

  function word(raw: string): void {
    const isFirst = column === 0;
    if (isFirst && FENCE.test(raw)) isCode = !isCode;
    if (isFirst && !isCode && !isBold && HEADING.test(raw)) {
      isBold = true;
      spaces = "";
      isHeading = true;
      return;
    }
    const opened = isCode ? raw : raw.replace(OPENS, "$1");
    const bold = isBold || opened !== raw;
    const text = bold && !isCode ? opened.replace(CLOSES, "$1") : opened;
    isBold = bold && text === opened;
    if (isFirst) lead(margin + (isHeading ? "" : spaces));
    else if (column + spaces.length + widthOf(text) > width) breakLine();
    else lead(spaces);
    spaces = "";
    put(text, bold);
  }

  return {
    /** A part of one line, already safe for a terminal. */
    text(part: string): void {
      const tokens = (held + part).match(/ +|[^ ]+/g) ?? [];
      held = "";
      const last = tokens.at(-1);
      if (last !== undefined && !last.startsWith(" ")) held = tokens.pop() ?? "";
      for (const token of tokens) {
        if (token.startsWith(" ")) spaces += token;
        else word(token);
      }
    },
    /** Writes what is held; the next word begins a line. */
    end(): void {
      if (held !== "") word(held);
      held = "";
      column = 0;
      spaces = "";
      isBold = false;
      isHeading = false;
    },
  };
}
