import { gzipSync } from "node:zlib";

/** One entry, and whatever is to be wrong about it. */
export type TarPart = {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** "0" a file, "5" a folder, "2" a link, "x" pax, "L" a long name of GNU. */
  readonly type?: string;
  readonly mode?: number;
  readonly link?: string;
  readonly prefix?: string;
  readonly declaredSize?: string;
  readonly checksum?: number;
};

/** A tar.gz as it may come from anybody. */
export function makeTar(parts: readonly TarPart[], tail = Buffer.alloc(1024)): Uint8Array {
  const blocks = parts.flatMap((part) => {
    const content = Buffer.from(part.content ?? "");
    const header = Buffer.alloc(512);
    header.write(part.name, 0, 100);
    header.write(octal(part.mode ?? 0o644, 7), 100);
    header.write(part.declaredSize ?? octal(content.length, 11), 124);
    header.write("        ", 148);
    header.write(part.type ?? "0", 156);
    header.write(part.link ?? "", 157, 100);
    header.write("ustar\x0000", 257);
    header.write(part.prefix ?? "", 345, 155);
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(`${octal(part.checksum ?? sum, 6)}\0 `, 148);
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, tail]));
}

/** What pax says of the next entry. */
export function paxPart(fields: Readonly<Record<string, string>>): TarPart {
  const content = Object.entries(fields).map(([key, value]) => {
    const rest = ` ${key}=${value}\n`;
    const bytes = Buffer.byteLength(rest);
    const length = bytes + String(bytes + String(bytes).length).length;
    return `${length}${rest}`;
  });
  return { name: "PaxHeader", type: "x", content: content.join("") };
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}
