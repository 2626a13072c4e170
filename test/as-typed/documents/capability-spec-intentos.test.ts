import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { examplesOf } from "./examples.ts";
import { type Documents, openDocuments } from "./open-documents.ts";
import { rulesAgent } from "./rules-agent.ts";

/** Not handed over, and why. Every other example is. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "Output dict": "names types; each of its statuses is answered by an agent below",
};

/*
 * Parts of the document that the product does not hold yet. No test here asserts them:
 * F28  A dry run of a HIGH action does not ask. (Here the agent is on the owner's allow list.)
 * F29  The agent's own confirmation_prompt is shown where a person is asked before it runs.
 * F53  The caller gets the agent's confirmation_action. Files are written to workspace/outputs
 *      alone. A permission that no action needs refuses the agent; today it gives nothing.
 */

const EXAMPLES = examplesOf("capability-spec-intentos");
const used = new Set<string>();
function example(title: string): string {
  const text = EXAMPLES.get(title);
  if (text === undefined) throw new TypeError(`there is no example "${title}"`);
  used.add(title);
  return text;
}

const MANIFEST = example("Full manifest schema");
/** The document's manifest, with one of each list of choices. */
const manifestOf = (name: string, more: JsonObject) =>
  JSON.stringify({ ...JSON.parse(MANIFEST), category: "files", status: "stable", name, ...more });

const FILES = {
  "SPEC.md": example("Writing Your SPEC.md"),
  "requirements.txt": "",
  "tests/test_agent.py": example("Testing Requirements"),
};

let live: Documents;
beforeAll(async () => {
  live = await openDocuments({
    settings: { policy: { permissions: { allow: ["agent:rules_agent:*"] } } },
  });
});
afterAll(() => live.stop());

async function install(name: string, files: Readonly<Record<string, string>>): Promise<void> {
  const ran = await live.cli("capabilities", "install", live.folder(name, { ...FILES, ...files }));
  expect(ran).toMatchObject({ code: 0, err: "" });
}

type Outcome = {
  state: string;
  outputs?: { action_performed: string; result: JsonObject; metadata: JsonObject };
  error?: { code: string; message: string };
  input_request?: { kind: string; approval_ids: string[] };
  artifacts: { path: string }[];
};
const call = async (tool: string, inputs: JsonObject, more: JsonObject = {}) =>
  (await live.call<Outcome>("POST", `/v1/tools/agent:${tool}/invoke`, { inputs, ...more })).body;

type Item = { name: string; state: string; message: string };
async function check(folder: string): Promise<ReadonlyMap<string, string>> {
  const { out } = await live.cli("capabilities", "check", folder, "--json");
  const { items }: { items: Item[] } = JSON.parse(out);
  return new Map(items.map(({ name, message }) => [name, message]));
}

test("I27: the minimal example runs as it stands", async () => {
  const manifest = manifestOf("hello_agent", { permissions: [], actions: ["greet", "wave"] });
  const agent = { "manifest.json": manifest, "agent.py": example("Minimal working example") };
  await install("hello_agent", agent);
  const greeted = {
    action_performed: "Greeted Ada",
    result: "Hello, Ada!",
    metadata: { files_affected: 0, bytes_affected: 0, duration_ms: 1, paths_accessed: [] },
  };
  expect(await call("hello_agent:greet", { name: "Ada" })).toMatchObject({
    state: "completed",
    outputs: greeted,
    artifacts: [],
  });
  const printed = await live.cli("tools", "call", "agent:hello_agent:greet", "--json");
  expect(JSON.parse(printed.out)).toMatchObject({ outputs: { result: "Hello, world!" } });
  expect(await call("hello_agent:wave", {})).toMatchObject({
    state: "failed",
    error: { code: "UNKNOWN_ACTION", message: "I don't know how to do 'wave'" },
  });
});

test("I20, I22: an agent that answers nothing has failed", async () => {
  const manifest = manifestOf("quiet_agent", { permissions: [], actions: ["greet"] });
  const code = example("The Entry Point");
  await install("quiet_agent", { "manifest.json": manifest, "agent.py": code });
  expect(await call("quiet_agent:greet", {})).toMatchObject({
    state: "failed",
    error: { code: "AGENT_FAILED" },
  });
});

test("I5, I7, I19, I37: the templates of the document are told what to fill in", async () => {
  const tree = example("Capability Structure");
  const names = [...tree.matchAll(/([\w.]+\.\w+) +← required/g)].map(([, name = ""]) => name);
  expect(names).toEqual([
    "agent.py",
    "manifest.json",
    "SPEC.md",
    "requirements.txt",
    "test_agent.py",
  ]);
  const whole = { ...FILES, "manifest.json": MANIFEST, "agent.py": example("The Entry Point") };
  const items = await check(live.folder("your_agent", whole));
  const manifest = items.get("manifest.json is valid");
  expect(manifest).toContain('"category" is one of files, browser, image, media, system, document');
  expect(manifest).toContain('"status" is one of draft, stable, deprecated');
  expect(items.get("permissions are minimal")).toContain('No action needs "network"');
  // Its sections and its title are those that are asked for.
  const spec = items.get("SPEC.md follows the structure");
  expect(spec).not.toMatch(/Its title|has no part|section "/);
  expect(spec).toContain('It has no section about the action "action_one"');

  // Each file that the document requires is missed.
  const { "SPEC.md": _, "tests/test_agent.py": __, "requirements.txt": ___, ...bare } = whole;
  const missed = [...(await check(live.folder("bare_agent", bare))).values()].join("\n");
  for (const name of ["SPEC.md", "requirements.txt", "tests/test_agent.py"]) {
    expect(missed).toContain(name);
  }
});

/** Each line of the document's checklist, and the item of `capabilities check` that is about it. */
const CHECKLIST: Readonly<Record<string, string>> = {
  "manifest.json is valid and permissions are minimal": "permissions are minimal",
  "agent.py exposes run(input: dict) -> dict": "run(input) is there",
  "All five rules are implemented": "the five rules",
  "Every action has a happy path test": "every action has a happy path test",
  "Every action has a dry_run test": "every action has a dry_run test",
  "Every destructive action has a confirmation test":
    "every destructive action has a confirmation test",
  "Error messages are plain language, no stack traces": "error messages are plain language",
  "All writes go to workspace/outputs/ by default": "writes go to outputs/ by default",
  "Path grants are enforced before every file operation": "path grants are enforced",
  "SPEC.md follows the required structure": "SPEC.md follows the structure",
  "requirements.txt lists all dependencies": "dependencies are listed",
  "Tested on at least one platform (Linux preferred)": "made for a platform",
};

test("I44: each line of the checklist is an item of `capabilities check`", async () => {
  const lines = [...example("Submitting a Capability").matchAll(/^□ (.+)$/gm)];
  expect(lines.map(([, line]) => line)).toEqual(Object.keys(CHECKLIST));
  const agent = { "manifest.json": MANIFEST, "agent.py": example("Minimal working example") };
  const items = await check(live.folder("listed_agent", { ...FILES, ...agent }));
  expect([...items.keys()]).toEqual(expect.arrayContaining(Object.values(CHECKLIST)));
});

describe("the five rules", () => {
  let data: string;
  beforeAll(async () => {
    data = live.folder("data", { "a.txt": "A", "b.txt": "B" });
    const looking = ["show_input", "read_text", "open_wrong", "open_right"];
    await install("rules_agent", {
      "manifest.json": manifestOf("rules_agent", {
        permissions: [
          "filesystem.read",
          "filesystem.write",
          "filesystem.move",
          "filesystem.delete",
        ],
        actions: [...looking, "make_report", "bulk_rename", "delete_file"],
      }),
      "agent.py": rulesAgent(example),
    });
    const allowed = await live.cli("access", "allow", "agent:rules_agent", data, "--write");
    expect(allowed).toMatchObject({ code: 0 });
  });
  const act = (action: string, inputs: JsonObject, more?: JsonObject) =>
    call(`rules_agent:${action}`, inputs, more);
  const approve = ({ input_request: asked }: Outcome) =>
    live.cli("approvals", "run", asked?.approval_ids[0] ?? "");

  test("I21: an agent gets the input that the document describes", async () => {
    const params = { path: data, n: 1 };
    const { outputs } = await act("show_input", params);
    expect(outputs?.result).toMatchObject({ is_there: true });
    const input = outputs?.result.input as JsonObject;
    const keys = [...example("Input dict").matchAll(/^ +"(\w+)":/gm)].map(([, key = ""]) => key);
    const { context } = input;
    expect(Object.keys({ ...input, ...(context as JsonObject) })).toEqual(
      expect.arrayContaining(keys),
    );
    expect(input).toMatchObject({
      action: "show_input",
      params,
      context: { dry_run: false, granted_paths: expect.arrayContaining([data]) },
    });
  });

  test("I28, I29, I43: a path that was not granted is not reached", async () => {
    const inside = await act("read_text", { path: join(data, "a.txt") });
    expect(inside).toMatchObject({ state: "completed", outputs: { result: "A" } });
    // The path that the document's own test takes: a person is asked, and says no.
    const asked = await act("read_text", { path: "/etc/passwd" });
    expect(asked).toMatchObject({ state: "input_required" });
    const id = asked.input_request?.approval_ids[0];
    const denied = await live.call<{ outcome: Outcome }>("POST", `/v1/approvals/${id}/deny`);
    const error = {
      code: "PATH_NOT_GRANTED",
      message: expect.stringContaining("I don't have access to that location"),
    };
    expect(denied.body.outcome).toMatchObject({ state: "blocked", error });
    // Where no input names the path, the agent's own check answers.
    expect(await act("read_text", { below: "etc/passwd" })).toMatchObject({ error });
  });

  test("I30: a file without a place of its own goes to the outputs", async () => {
    expect(await act("make_report", {})).toMatchObject({
      state: "completed",
      outputs: { metadata: { files_affected: 1, bytes_affected: 8 } },
      artifacts: [{ path: "/outputs/result.pdf" }],
    });
    expect(readdirSync(data)).toEqual(["a.txt", "b.txt"]);
  });

  test("I33, I35: a dry run shows what would be done, and a person's yes does it", async () => {
    const flow = example("Handling the dry_run + confirmation Pattern Together");
    expect(flow).toContain("dry_run=True");
    const inputs = { path: data, pattern: "old-" };
    const preview = [
      { from: "a.txt", to: "old-a.txt" },
      { from: "b.txt", to: "old-b.txt" },
    ];
    expect(await act("bulk_rename", inputs, { dry_run: true })).toMatchObject({
      state: "completed",
      outputs: {
        action_performed: "Would rename 2 files using pattern old-",
        result: { preview },
      },
    });
    const asked = await act("bulk_rename", inputs);
    expect(asked).toMatchObject({ state: "input_required" });
    expect(readdirSync(data)).toEqual(["a.txt", "b.txt"]);
    const shown = await live.cli("approvals", "show", asked.input_request?.approval_ids[0] ?? "");
    expect(shown.out).toContain("old-a.txt");
    expect(await approve(asked)).toMatchObject({ code: 0 });
    expect(readdirSync(data).sort()).toEqual(["old-a.txt", "old-b.txt"]);
  });

  test("I31, I32: nothing is deleted before a person has confirmed it", async () => {
    const folder = live.folder("doomed", { "thing.txt": "content" });
    const path = join(folder, "thing.txt");
    await live.cli("access", "allow", "agent:rules_agent", folder, "--write");
    // The claim of a caller is no confirmation.
    const asked = await act("delete_file", { path, confirmed: true });
    expect(asked).toMatchObject({ state: "input_required" });
    expect(existsSync(path)).toBe(true);
    expect(await approve(asked)).toMatchObject({ code: 0 });
    expect(existsSync(path)).toBe(false);
  });

  test("I24, I34: an error is told in plain words, also where the agent hands on a raw one", async () => {
    const [wrong, right] = await Promise.all(
      ["open_wrong", "open_right"].map((action) => act(action, { name: "thing.pdf" })),
    );
    expect(right?.error).toMatchObject({
      code: "FILE_NOT_FOUND",
      message: "I couldn't find that file — it may have been moved or deleted",
    });
    expect(wrong?.error).toMatchObject({ code: "FILE_NOT_FOUND" });
    expect(wrong?.error?.message).not.toMatch(/Errno|thing\.pdf/);
  });
});

test("every example of the document is handed over, or it says why not", () => {
  const told = [...Object.keys(LEFT_OUT), ...used];
  expect([...EXAMPLES.keys()].filter((title) => !told.includes(title))).toEqual([]);
  expect(Object.keys(LEFT_OUT).filter((title) => used.has(title))).toEqual([]);
});
