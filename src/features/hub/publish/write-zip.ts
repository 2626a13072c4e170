import { crc32, deflateRawSync } from "node:zlib";
import type { ReadBundle } from "../../bundles/read-bundle.ts";

const UTF8_NAME = 0x800;
const DEFLATED = 8;
const VERSION = 20;
const MADE_BY_UNIX = 3;
const REGULAR = 0o100000;
/** The first of January 1980: the same files make the same zip, whenever that is. */
const NO_DATE = 0x21;

/** A bundle as a zip that everybody can unpack. */
export function writeZip({ bundle, contents }: ReadBundle): Uint8Array {
  const bodies: Buffer[] = [];
  const heads: Buffer[] = [];
  let offset = 0;
  for (const { path, digest, executable } of bundle.files) {
    const content = contents.get(digest) ?? new Uint8Array();
    const data = deflateRawSync(content);
    const name = Buffer.from(path);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(VERSION, 0);
    fields.writeUInt16LE(UTF8_NAME, 2);
    fields.writeUInt16LE(DEFLATED, 4);
    fields.writeUInt16LE(NO_DATE, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(content.byteLength, 18);
    fields.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    const mode = REGULAR | (executable ? 0o755 : 0o644);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const body = Buffer.concat([Buffer.from("PK\x03\x04"), fields, name, data]);
    const made = Buffer.from([VERSION, MADE_BY_UNIX]);
    heads.push(Buffer.concat([Buffer.from("PK\x01\x02"), made, fields, tail, name]));
    bodies.push(body);
    offset += body.length;
  }
  const directory = Buffer.concat(heads);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(heads.length, 8);
  end.writeUInt16LE(heads.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}
