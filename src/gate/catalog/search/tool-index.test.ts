import { describe, expect, test } from "vitest";
import { makeTool } from "../../../testing/make-tool.ts";
import { createToolIndex } from "./tool-index.ts";

const tool = (name: string, description: string, examples: string[] = []) =>
  makeTool({ name, sourceId: "s", description, examples });

const index = createToolIndex([
  tool("read_file", "Reads the content of a file."),
  tool("deleteFile", "Removes a file for good."),
  tool("send_mail", "Sends a message to an address.", ["email {address} about {subject}"]),
  tool("get_weather", "Tells the current weather in a city."),
  tool("créer_événement", "Puts an appointment into the calendar."),
]);
const first = (query: string) => index.search(query)[0]?.tool.name;

describe("C13: a search finds a tool", () => {
  test.each([
    ["by its name", "read_file", "read_file"],
    ["by words of its name, in any form", "reading files", "read_file"],
    ["by its camelCase name", "delete a file", "deleteFile"],
    ["by its description", "remove for good", "deleteFile"],
    ["by how people ask for it", "email someone", "send_mail"],
    ["in spite of a typo", "wether", "get_weather"],
    ["by part of its name", "weath", "get_weather"],
    ["without its accents", "creer evenement", "créer_événement"],
  ])("C13: %s", (_how, query, name) => {
    expect(first(query)).toBe(name);
  });

  test.each(["", "   ", "the of and", "(.*", "\u0000"])("C13: %j finds nothing", (query) => {
    expect(index.search(query)).toEqual([]);
  });

  test("C13: in the same order each time, at most as many as asked for", () => {
    expect(index.search("file")).toEqual(index.search("file"));
    expect(index.search("file", 1)).toHaveLength(1);
  });
});

test("C13: names from outside are names like any other", () => {
  const names = ["__proto__", "constructor", "toString"];
  const hostile = createToolIndex(names.map((name) => tool(name, "x")));
  for (const name of names) expect(hostile.search(name)[0]?.tool.name).toBe(name);
});
