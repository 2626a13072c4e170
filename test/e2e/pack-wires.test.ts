import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openModel } from "../../src/app/open-model.ts";
import { installPath } from "../../src/features/bundles/testing/install-path.ts";
import { makeTree } from "../../src/features/bundles/testing/make-tree.ts";
import { changePacks } from "../../src/features/packs/attach-packs.ts";
import { type Dialect, startFakeProvider } from "../fake-provider.ts";
import { openHarness } from "../harness.ts";

let close = async () => {};
afterEach(() => close());

const TOOLS = {
  tools: [
    {
      name: "shout",
      description: "Shouts a word.",
      inputSchema: {
        type: "object",
        properties: { word: { type: "string" } },
        required: ["word"],
        additionalProperties: false,
      },
      exec: {
        command: "node",
        args: ["-e", "console.log(process.argv[1].toUpperCase())", "--", "{{word}}"],
      },
    },
  ],
};

test.each<[Dialect, string]>([
  ["openai", "openai/fake"],
  ["anthropic", "anthropic/fake"],
])(
  "P13, P15, P20, P21, P24, P25, P27: on the wire of %s are the block, tools before and after enabling, and results",
  async (dialect, name) => {
    const pack_id = "loud";
    const provider = await startFakeProvider(dialect, [
      { call: { name: "capability_packs_open_docs", input: { pack_id } } },
      { call: { name: "capability_packs_enable_tools", input: { pack_id } } },
      { call: { name: "shout", input: { word: "hello" } } },
      { text: "Done." },
    ]);
    const env = {
      ...{ OPENAI_BASE_URL: provider.url, ANTHROPIC_BASE_URL: provider.url },
      ...{ OPENAI_API_KEY: "sk-test", ANTHROPIC_API_KEY: "sk-test" },
    };
    const harness = await openHarness({
      settings: { model: name },
      model: openModel(name, env),
      contentFolder: mkdtempSync(join(tmpdir(), "capstan-content-")),
      permissions: { allow: ["builtin:capability_packs:*", "pack:*"] },
    });
    close = async () => {
      await harness.close();
      await provider.stop();
    };
    const path = makeTree({
      "SKILL.md": "---\nname: loud\ndescription: Says things loudly.\n---\n# Be loud\n",
      "tools.json": JSON.stringify(TOOLS),
    });
    await installPath(harness.engine, path);
    const { id } = await harness.openSession();
    await changePacks(harness.engine, id, { attach: [pack_id] }, "owner");
    expect((await harness.say(id, "shout hello")).state).toBe("completed");

    const sent = provider.asked.map(({ body }) => JSON.stringify(body));
    expect(sent).toHaveLength(4);
    for (const text of sent) {
      expect(text).toContain("Capability Packs (attached; metadata only):\\n- pack_id: loud");
      expect(text).toContain('"capability_packs_exec_best_effort"');
    }
    const offered = provider.asked.map(({ body }) =>
      JSON.stringify(body.tools).includes('"shout"'),
    );
    expect(offered).toEqual([false, false, true, true]);
    expect(sent[0]).not.toContain("# Be loud");
    expect(sent[1]).toContain("# Be loud");
    expect(sent[2]).toContain("Shouts a word.");
    expect(sent[3]).toContain("HELLO");
  },
  60_000,
);
