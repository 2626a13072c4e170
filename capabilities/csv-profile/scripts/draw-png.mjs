import { crc32, deflateSync } from "node:zlib";
import { glyphOf } from "./letters.mjs";

const [WIDTH, LEFT, RIGHT, TOP, ROW, BAR] = [720, 220, 70, 56, 30, 20];
const SCALE = 2;
const [PAPER, INK, BLUE] = [
  [255, 255, 255],
  [34, 34, 34],
  [47, 111, 159],
];

/** The same chart as the SVG, in dots, for whoever cannot show that. */
export function drawPng({ title, bars }) {
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const image = newImage(WIDTH, TOP + bars.length * ROW + 16);
  write(image, 16, 18, title.slice(0, 60), 3);
  for (const [index, { label, count }] of bars.entries()) {
    const y = TOP + index * ROW;
    const length = Math.round(((WIDTH - LEFT - RIGHT) * count) / most);
    const text = label.slice(0, 24);
    write(image, LEFT - 10 - widthOf(text), y + 5, text);
    fill(image, LEFT, y, length, BAR, BLUE);
    write(image, LEFT + length + 8, y + 5, String(count));
  }
  return encode(image);
}

function newImage(width, height) {
  const image = { width, height, pixels: Buffer.alloc(width * height * 3) };
  fill(image, 0, 0, width, height, PAPER);
  return image;
}

function fill({ width, height, pixels }, left, top, across, down, colour) {
  for (let y = Math.max(0, top); y < Math.min(height, top + down); y++) {
    for (let x = Math.max(0, left); x < Math.min(width, left + across); x++) {
      pixels.set(colour, (y * width + x) * 3);
    }
  }
}

function write(image, left, top, text, scale = SCALE) {
  let x = left;
  for (const letter of lettersOf(text)) {
    const rows = glyphOf(letter);
    for (const [row, dots] of rows.entries()) {
      for (const [column, dot] of [...dots].entries()) {
        if (dot !== "#") continue;
        fill(image, x + column * scale, top + row * scale, scale, scale, INK);
      }
    }
    x += (rows[0].length + 1) * scale;
  }
}

function widthOf(text) {
  return lettersOf(text).reduce((sum, it) => sum + (glyphOf(it)[0].length + 1) * SCALE, 0);
}

/** Letters without their marks: "é" is drawn as "E". */
function lettersOf(text) {
  return [...text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase()];
}

function encode({ width, height, pixels }) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const stride = width * 3;
  const lines = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    pixels.copy(lines, y * (stride + 1) + 1, y * stride, (y + 1) * stride);
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
