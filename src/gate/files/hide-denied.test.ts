import { afterEach, describe, expect, test } from "vitest";
import { type Harness, OWNER, openHarness } from "../../../test/harness.ts";
import { directCall } from "../direct-call.ts";
import { invoke } from "../invoke.ts";

let close = async () => {};
afterEach(() => close());

const FILES = "builtin:session_file_system";

/** Asks tools of the session's files, of which those below /secret may not be read. */
async function open(deny: readonly string[]) {
  const harness: Harness = await openHarness({ permissions: { deny: [...deny] } });
  close = () => harness.close();
  const session = await harness.openSession({}, OWNER);
  const call = async (name: string, inputs: Record<string, string | number | boolean>) => {
    const wanted = { toolId: `${FILES}:${name}`, inputs, actor: OWNER };
    const { outputs } = await invoke(harness.gate, directCall(harness.gate, wanted, session));
    return JSON.stringify(outputs);
  };
  const files = harness.engine.filesOf(session.id);
  for (let n = 0; n < 30; n++) await files.write(`/secret/${n}.txt`, Buffer.from("key"));
  await files.write("/a.txt", Buffer.from("key"));
  await files.write("/z.txt", Buffer.from("key"));
  return call;
}

describe("F19: a file that may not be read by its path", () => {
  test("is found by no search, and stands in no list", async () => {
    const call = await open([`${FILES}:read_file(path=/secret/*)`]);
    const found = await call("grep_files", { pattern: "key" });
    expect(found).toContain('"match_count":2');
    expect(found).not.toContain("secret/");
    const listed = await call("list_directory", { recursive: true });
    expect(listed).toContain("/z.txt");
    expect(listed).not.toContain("secret/");
  });

  test("does not end a search before its last page", async () => {
    const call = await open([`${FILES}:read_file(path=/secret/*)`]);
    const page = await call("grep_files", { pattern: "key", limit: 1, offset: 1 });
    expect(page).toContain("/z.txt");
  });

  test("hides nothing of a tool that is denied as a whole", async () => {
    const call = await open([`${FILES}:read_file`]);
    expect(await call("grep_files", { pattern: "key" })).toContain('"match_count":32');
  });
});
