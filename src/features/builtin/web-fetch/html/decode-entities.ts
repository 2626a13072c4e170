import { ENTITIES, WITHOUT_SEMICOLON } from "./entities.ts";

const REFERENCE = /&(?:#[xX]([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-zA-Z][a-zA-Z0-9]{1,31}))(;?)/g;
const MAX_CODE_POINT = 0x10ffff;

/** Pages mean windows-1252 when they write these, and browsers read them so. */
const WINDOWS_1252 = new TextDecoder("windows-1252");

export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(REFERENCE, (reference, hex, decimal, name, end, at) => {
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    if (decimal !== undefined) return character(Number(decimal));
    // In ?a=1&copy=2 the name is a parameter's.
    const stands =
      end === ";" || (WITHOUT_SEMICOLON.has(name) && text[at + reference.length] !== "=");
    return (stands && ENTITIES.get(name)) || reference;
  });
}

function character(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return WINDOWS_1252.decode(Uint8Array.of(code));
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || isSurrogate || code > MAX_CODE_POINT ? "\ufffd" : String.fromCodePoint(code);
}
