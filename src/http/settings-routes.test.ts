import { expect, onTestFinished, test } from "vitest";
import { openApi } from "../../test/open-api.ts";

test("says what the server runs with, to everyone who may call it, and no secret", async () => {
  const api = await openApi({
    settings: {
      model: "openai/gpt-5",
      models: ["openai/*"],
      quotas: [{ tool: "builtin:web_fetch:*", calls_per_minute: 10 }],
      allowed_hosts: ["capstan.example"],
      web_fetch: { allow_hosts: ["10.0.0.7:8080"] },
      webhook: { url: "https://hooks.example/x", secret: "do not tell" },
    },
  });
  onTestFinished(() => api.close());
  const { status, body } = await api.get("/v1/settings", { as: "agent" });
  expect(status).toBe(200);
  expect(body).toEqual({
    model: "openai/gpt-5",
    models: ["openai/*"],
    quotas: [{ tool: "builtin:web_fetch:*", actor: "*", calls_per_minute: 10 }],
    allowed_hosts: ["capstan.example"],
    web_fetch_hosts: ["10.0.0.7:8080"],
  });
  expect((await api.get("/v1/settings", { as: null })).status).toBe(401);
});
