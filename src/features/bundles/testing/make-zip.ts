import { crc32, deflateRawSync } from "node:zlib";

/** One entry, and whatever is to be wrong about it. */
export type ZipPart = {
  readonly name: string | Uint8Array;
  readonly content?: Uint8Array | string;
  /** As `stat` has it, type and all. */
  readonly mode?: number;
  readonly method?: number;
  readonly flags?: number;
  /** What the headers say of it, where that is not what is true. */
  readonly declaredSize?: number;
  readonly crc?: number;
  /** Its name in the header before its bytes. */
  readonly localName?: string;
  /** How it is compressed, by the header before its bytes. */
  readonly localMethod?: number;
  readonly extra?: Uint8Array;
  /** Uses the header and the bytes of the part at this place again. */
  readonly sameAs?: number;
};

const UTF8 = 0x800;

/** A zip as it may come from anybody. */
export function makeZip(parts: readonly ZipPart[]): Uint8Array {
  const bodies: Buffer[] = [];
  const heads: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content ?? "");
    const method = part.method ?? 8;
    const data = method === 8 ? deflateRawSync(content) : content;
    const name = Buffer.from(part.name);
    const local = Buffer.from(part.localName ?? part.name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE((part.flags ?? 0) | UTF8, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(part.crc ?? crc32(content), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(part.declaredSize ?? content.length, 18);
    fields.writeUInt16LE(local.length, 22);
    const offset = part.sameAs === undefined ? length : (offsets[part.sameAs] ?? 0);
    offsets.push(offset);
    if (part.sameAs === undefined) {
      const head = Buffer.from(fields);
      head.writeUInt16LE(part.localMethod ?? method, 4);
      const body = Buffer.concat([Buffer.from("PK\x03\x04"), head, local, data]);
      bodies.push(body);
      length += body.length;
    }
    fields.writeUInt16LE(name.length, 22);
    const extra = Buffer.from(part.extra ?? []);
    fields.writeUInt16LE(extra.length, 24);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const madeByUnix = Buffer.from([20, 3]);
    heads.push(Buffer.concat([Buffer.from("PK\x01\x02"), madeByUnix, fields, tail, name, extra]));
  }
  const directory = Buffer.concat(heads);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(length, 16);
  return Buffer.concat([...bodies, directory, end]);
}
