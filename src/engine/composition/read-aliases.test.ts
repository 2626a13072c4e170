import { expect, test } from "vitest";
import { describeCapability } from "../../gate/catalog/describe-capability.ts";
import { makeCapability } from "../../testing/make-tool.ts";
import { readAliases } from "./read-aliases.ts";

const [files, disk] = ["files", "disk"].map((id) =>
  describeCapability(
    { id: "fixed", kind: "builtin" },
    makeCapability({ id }, [{ name: "read" }, { name: "write" }]),
  ),
);
if (!files || !disk) throw new Error("unreachable");

const read = (ofFiles: Record<string, string>, ofDisk: Record<string, string> = {}) =>
  readAliases(
    [
      { capability: files.capability, config: {}, aliases: ofFiles },
      { capability: disk.capability, config: {}, aliases: ofDisk },
    ],
    [...files.entries, ...disk.entries].map(({ tool }) => tool),
    [{ names: { prefix: "capability_packs_", of: "the tools of packs" } }],
  );

test("E68: an alias is for the tool of its own capability", () => {
  const { aliases, warnings } = read({ read: "open" }, { read: "scan", write: "burn" });
  expect([...aliases]).toEqual([
    ["builtin:files:read", "open"],
    ["builtin:disk:read", "scan"],
    ["builtin:disk:write", "burn"],
  ]);
  expect(warnings).toEqual([]);
});

test.each([
  { ofFiles: { read: "open", write: "open" }, ofDisk: {}, other: "builtin:files:write" },
  { ofFiles: { read: "open" }, ofDisk: { read: "open" }, other: "builtin:disk:read" },
])("E68, X4: $ofFiles and $ofDisk give one name twice, and are refused", (row) => {
  expect(() => read(row.ofFiles, row.ofDisk)).toThrow(
    expect.objectContaining({
      code: "CONFIG_INVALID",
      message: `The alias "open" is given to both builtin:files:read and ${row.other}.`,
    }),
  );
});

test("X4: nobody takes the names of the tools of packs", () => {
  expect(() => read({ read: "capability_packs_read_file" })).toThrow(
    expect.objectContaining({
      code: "CONFIG_INVALID",
      message: 'The alias "capability_packs_read_file" is a name of the tools of packs.',
    }),
  );
});

test.each(["gone", "__proto__", "constructor"])(
  "E68: an alias for %s, which is not there, is said and changes nothing",
  (name) => {
    const { aliases, warnings } = read(Object.fromEntries([[name, "open"]]));
    expect(aliases.size).toBe(0);
    expect(warnings).toEqual([`"files" has no tool "${name}" to call "open".`]);
  },
);
