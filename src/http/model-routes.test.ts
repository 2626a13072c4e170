import { expect, onTestFinished, test } from "vitest";
import { openApi } from "../../test/open-api.ts";

test.each([
  { model: "offline", isOffline: true },
  { model: "anthropic/claude-sonnet-5", isOffline: false },
])("says that $model answers where an agent names no model", async ({ model, isOffline }) => {
  const api = await openApi({ settings: { model } });
  onTestFinished(() => api.close());
  const { status, body } = await api.get("/v1/model");
  expect(status).toBe(200);
  expect(body).toEqual({ name: model, is_offline: isOffline });
});
