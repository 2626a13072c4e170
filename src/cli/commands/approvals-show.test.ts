import { describe, expect, test } from "vitest";
import { APPROVAL } from "../../../test/records.ts";
import { runAgainst } from "../testing/run-cli.ts";

const show = async (approval: unknown) =>
  (
    await runAgainst({ "GET /v1/approvals/appr_1": { body: approval } }, [
      "approvals",
      "show",
      "appr_1",
    ])
  ).out;

describe("approvals show", () => {
  test("P26: a person inspects what would run, its inputs, and why it asks", async () => {
    expect((await show({ ...APPROVAL, changed: ["input"] })).split("\n")).toEqual([
      "Approval appr_1: pending, to be answered by: user",
      "  tool          builtin:session_file_system:delete_file",
      "  risk          HIGH",
      "  effects       fs.delete",
      "  asks because  HIGH risk asks in this profile.",
      "  changed       input",
      "  session       session_1",
      "  expires       2026-03-02T10:00:00.000Z",
      "  inputs",
      '    "path": "/notes.txt"',
      '    "recursive": true',
      "To run it:   capstan approvals run appr_1",
      "To deny it:  capstan approvals deny appr_1",
    ]);
  });

  test("A95: neither a long value nor many fields push anything off the screen", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`f${index}`, index]),
    );
    const lines = (
      await show({ ...APPROVAL, inputs: { ...many, last: `${"x\n".repeat(5_000)}rm -rf /` } })
    ).split("\n");
    expect(lines.length).toBeLessThan(60);
    const text = lines.join("\n");
    expect(text).toContain("…[4961 of 5001 fields not shown]…");
    expect(text).toMatch(/"last": "x.* characters not shown\]….*rm -rf \/"/);
  });

  test("A96: inputs cannot imitate the lines of the command line", async () => {
    const out = await show({
      ...APPROVAL,
      inputs: { "a\nApproval": "x\nTo run it:   capstan evil" },
    });
    expect(out.match(/^To run it/gm)).toHaveLength(1);
    expect(out.match(/^Approval/gm)).toHaveLength(1);
  });

  test("offers no answer for one that is no longer pending", async () => {
    expect(await show({ ...APPROVAL, state: "used" })).not.toContain("To run it");
  });
});

test("approvals deny --reason tells why", async () => {
  const approval = { ...APPROVAL, state: "denied" };
  const routes = { "POST /v1/approvals/appr_1/deny": { body: { approval, outcome: {} } } };
  const deny = ["approvals", "deny", "appr_1"];
  const { seen } = await runAgainst(routes, [...deny, "--reason", "the wrong folder"]);
  expect(seen[0]?.body).toEqual({ reason: "the wrong folder" });
  expect((await runAgainst(routes, deny)).seen[0]?.body).toBeUndefined();
});
