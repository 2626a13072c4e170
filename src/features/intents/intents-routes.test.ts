import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, openApi } from "../../../test/open-api.ts";

let api: Api;
beforeAll(async () => {
  api = await openApi({
    steps: [
      {
        tool_calls: [
          {
            name: "propose_plan",
            input: {
              steps: [
                { id: "s1", name: "calculate", input: { expression: "2 + 3" }, says: "Adds." },
              ],
            },
          },
        ],
      },
    ],
  });
});
afterAll(() => api.close());

test("an intent has exactly these fields, and is found by its id", async () => {
  const { body } = await api.post<{ id: string }>("/v1/intents?wait_ms=5000", { text: "2 and 3" });
  expect(body).toEqual({
    id: expect.stringMatching(/^intent_/),
    session_id: expect.stringMatching(/^session_/),
    state: "completed",
    plan: {
      steps: [
        {
          id: "s1",
          tool_id: "builtin:calculator:calculate",
          inputs: { expression: "2 + 3" },
          says: "Adds.",
        },
      ],
    },
    steps: [
      {
        id: "s1",
        state: "completed",
        outcome: expect.objectContaining({ invocation_id: expect.any(String) }),
      },
    ],
    input_request: null,
    report: "done",
  });
  expect((await api.get(`/v1/intents/${body.id}`)).body).toEqual(body);
});

test.each([
  { body: {}, status: 422 },
  { body: { text: "a", undo: "last" }, status: 422 },
  { body: { text: " " }, status: 422 },
  { body: { text: "a", session_id: "session_none" }, status: 404 },
  { body: { undo: "last" }, status: 409 },
])("$body is $status", async ({ body, status }) => {
  expect((await api.post("/v1/intents", body)).status).toBe(status);
});

test.each(["intent_x_1", "intent_0190-7000_9", "session_1", "intent_"])(
  "there is no intent %s",
  async (id) => {
    expect(await api.get(`/v1/intents/${id}`)).toMatchObject({
      status: 404,
      body: { code: "INTENT_NOT_FOUND" },
    });
  },
);
