import { expect, test } from "vitest";
import { cpuMs } from "../../../../test/cpu-ms.ts";
import type { ForeignEntry } from "../../../schema/hub.ts";
import type { ReadHub } from "../hub.ts";
import { searchHubs } from "./search-hubs.ts";

function hubOf(entries: readonly (readonly [string, string])[]): ReadHub {
  const foreign = entries.map(
    ([name, description]): ForeignEntry => ({
      name,
      description,
      type: "archive",
      url: "x",
      digest: `sha256:${"0".repeat(64)}`,
    }),
  );
  const source = { url: "/x", key: null };
  const known = { of: source, key: null, serial: 0, etag: null, index: "" };
  return { source, changed: true, known, index: null, foreign };
}

const names = (hub: ReadHub, query: string) =>
  searchHubs([hub], query).map(({ entry }) => entry.name);

test("the name itself comes first, then names that begin like it, then texts", () => {
  const hub = hubOf([
    ["readers", "Many."],
    ["notes", "A reader of notes."],
    ["pdf-reader", "Reads."],
    ["reader", "One."],
  ]);
  expect(names(hub, "Réader")).toEqual(["reader", "pdf-reader", "readers", "notes"]);
  expect(names(hub, "reader notes")).toEqual(["notes"]);
  expect(names(hub, "nothing")).toEqual([]);
  expect(names(hub, "")).toHaveLength(4);
});

test("two hubs that use one name are both found: neither shadows the other", () => {
  const [one, two] = [hubOf([["reader", "One."]]), hubOf([["reader", "Two."]])];
  expect(searchHubs([one, two], "reader").map(({ hub }) => hub)).toEqual([one, two]);
});

test("a thousand entries are searched in under 20 ms", () => {
  const words = ["pdf", "mail", "report", "invoice", "calendar", "weather", "photo"];
  const hub = hubOf(
    Array.from({ length: 1_000 }, (_, at) => [
      `${words[at % 7]}-tool-${at}`,
      `${words[(at * 3) % 7]} and ${words[(at * 5) % 7]}: ${"what it does, in words. ".repeat(8)}`,
    ]),
  );
  searchHubs([hub], "warm");
  const took = words.map((word) => {
    const start = cpuMs();
    expect(searchHubs([hub], `${word} tool`).length).toBeGreaterThan(100);
    return cpuMs() - start;
  });
  expect(Math.min(...took)).toBeLessThan(20);
});
