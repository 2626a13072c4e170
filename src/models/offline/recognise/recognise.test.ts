import { expect, test } from "vitest";
import { readText } from "../reading.ts";
import { recogniseAges } from "./ages.ts";
import { recogniseSizes } from "./sizes.ts";

const monday = new Date("2026-11-16T09:00:00.000Z");

async function valuesOf(text: string, kind: string) {
  const { values } = await readText(text, monday, undefined);
  return values.filter((value) => value.kind === kind).map(({ value }) => value);
}

test.each([
  { text: "6.5 by 12", values: [6.5, 12] },
  { text: "1,250 / 5", values: [1250, 5] },
  { text: "1e3 and -4", values: [1000, -4] },
  { text: "10 - 3", values: [10, 3] },
  { text: "six and a half times twelve", values: [6.5, 12] },
  { text: "two hundred and five", values: [205] },
  { text: "twenty one", values: [21] },
  { text: "event #208", values: [208] },
  { text: "this one is version 1.2.3 of OPS-12 at 10:30", values: [] },
  { text: 'the text "12"', values: [] },
  { text: "1.000 EUR", values: [] },
])("S3: numbers are read: $text", async ({ text, values }) => {
  expect(await valuesOf(text, "number")).toEqual(values);
});

test.each([
  { text: "for 5 minutes", values: [300] },
  { text: "1 hour 30 minutes", values: [5400] },
  { text: "1h30m", values: [5400] },
  { text: "half an hour", values: [1800] },
  { text: "an hour and a half", values: [5400] },
  { text: "a 14-day trip", values: [1_209_600] },
  { text: "a second opinion", values: [] },
])("S3: lengths of time are read in seconds: $text", async ({ text, values }) => {
  expect(await valuesOf(text, "duration")).toEqual(values);
});

test.each([
  { text: "tomorrow at 3pm", values: ["2026-11-17T15:00:00Z"] },
  { text: "on Friday at 9am for 45 minutes", values: ["2026-11-20T09:00:00Z"] },
  { text: "3pm EST tomorrow", values: ["2026-11-17T20:00:00Z"] },
  { text: "in 2 hours", values: ["2026-11-16T11:00:00Z"] },
  { text: "on Monday", values: [] },
  { text: "from 3pm to 4pm", values: [] },
  { text: "right now", values: [] },
  { text: "printer on floor 2", values: [] },
])("S3: moments are read, counted from the message: $text", async ({ text, values }) => {
  expect(await valuesOf(text, "date")).toEqual(values);
});

test.each([
  { text: "in Tokyo", values: ["Asia/Tokyo"] },
  { text: "in new york rn", values: ["America/New_York"] },
  { text: "São Paulo", values: ["America/Sao_Paulo"] },
  { text: "Tokyo's time", values: ["Asia/Tokyo"] },
  { text: "in San Francisco", values: ["America/Los_Angeles"] },
  { text: "India", values: ["Asia/Kolkata"] },
  { text: "UTC", values: ["UTC"] },
  { text: "that is nice", values: [] },
  { text: "Springfield", values: [] },
])("S3: places are read as time zones: $text", async ({ text, values }) => {
  expect(await valuesOf(text, "zone")).toEqual(values);
});

test.each([
  { text: "notes/page.md, please", kind: "path", values: ["notes/page.md"] },
  { text: "open ./src/index.ts.", kind: "path", values: ["./src/index.ts"] },
  { text: "the file called todo", kind: "path", values: ["todo"] },
  { text: "1,250 / 5", kind: "path", values: [] },
  { text: "see http://a.b/c?d=e.", kind: "url", values: ["http://a.b/c?d=e"] },
  { text: "to ann@x.org: hi", kind: "email", values: ["ann@x.org"] },
  { text: "mail.example.org", kind: "host", values: ["mail.example.org"] },
  { text: "in *.ts", kind: "glob", values: ["*.ts"] },
  { text: "write 'it isn't so' down", kind: "quoted", values: ["it isn't so"] },
  { text: "I don't and won't", kind: "quoted", values: [] },
  { text: "$20 or 30 euros", kind: "money", values: ["USD", "EUR"] },
])("S3: $kind is read: $text", async ({ text, kind, values }) => {
  expect(await valuesOf(text, kind)).toEqual(values);
});

test.each([
  { text: "files from last year", values: ["2024-01-01 after", "2025-01-01 before"] },
  { text: "changed last month", values: ["2025-05-01 after", "2025-06-01 before"] },
  { text: "changed in the last year", values: ["1 year after"] },
  { text: "not touched in 6 months", values: ["6 months before"] },
])("S3: the time of a change is read with both of its ends: $text", async ({ text, values }) => {
  const now = new Date("2025-06-15T12:00:00Z");
  const found = recogniseAges(text, now).map(({ value, detail }) => `${value} ${detail}`);
  expect(found).toEqual(values);
});

test("S3: a size is read with both of its ends, and an empty file has one", () => {
  const read = (text: string) =>
    recogniseSizes(text).map(({ value, detail }) => `${detail} ${value}`);
  expect(read("between 5 and 9 KB")).toEqual(["over 5 KB", "under 9 KB"]);
  expect(read("all empty files")).toEqual(["under 1 B"]);
});
