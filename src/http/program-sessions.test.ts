import { afterEach, expect, test } from "vitest";
import { openApi } from "../../test/open-api.ts";

const WRITE = "/v1/tools/ext:local:write/invoke";
const LOCAL = {
  id: "local",
  name: "Local",
  description: "Writes a file.",
  tools: [
    {
      name: "write",
      description: "Writes a file.",
      input_schema: { type: "object", properties: { text: { type: "string" } } },
      exec: { command: "sh", args: ["-c", 'printf %s "$1" > outputs/a.txt', "sh", "{{text}}"] },
    },
  ],
};

let api: Awaited<ReturnType<typeof openApi>>;
afterEach(() => api.close());

type Invoked = { session_id?: string; state: string; artifacts: { path: string }[] };

test("P30, X38: a program that is called outside a session gets one, and the outcome names it", async () => {
  api = await openApi({ profile: "auto" });
  await api.request("POST", "/v1/capabilities", { as: "admin", body: LOCAL });
  const invoke = (body: object) => api.request<Invoked>("POST", WRITE, { body });

  const { body: first } = await invoke({ inputs: { text: "kept" }, message_id: "once" });
  expect(first).toMatchObject({ state: "completed", artifacts: [{ path: "/outputs/a.txt" }] });
  const file = `/v1/sessions/${first.session_id}/files/outputs/a.txt`;
  expect((await api.get(file)).body).toBe("kept");

  const { body: again } = await invoke({ inputs: { text: "kept" }, message_id: "once" });
  expect(again).toEqual(first);
  const { body: other } = await invoke({ inputs: { text: "other" } });
  expect(other.session_id).not.toBe(first.session_id);
  const { body: dry } = await invoke({ inputs: { text: "dry" }, dry_run: true });
  expect(dry).not.toHaveProperty("session_id");
});
