import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openHarness } from "../../../test/harness.ts";
import { defineCapability } from "../../app/define-capability.ts";
import { Settings } from "../../app/settings.ts";
import type { Model, ModelRequest } from "../../models/model.ts";
import { endSilence } from "./end-silence.ts";

const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  system: "",
  tools: [],
  messages: [],
  callsBefore: 0,
  signal: new AbortController().signal,
  ...more,
});

test("a minute, unless the settings say otherwise; null waits for ever", () => {
  expect(Settings.parse({}).limits.model_silence_s).toBe(60);
  const model: Model = { respond: async () => ({ text: "", toolCalls: [] }) };
  expect(endSilence(model, "own", null)).toBe(model);
});

test("a model that does not heed its signal is given up all the same, and nothing of it is told later", async () => {
  const told: string[] = [];
  let asked: ModelRequest | undefined;
  const model: Model = {
    respond(given) {
      asked = given;
      return new Promise(() => {});
    },
  };
  const answer = endSilence(model, "own", 30).respond(
    request({ onText: (text) => told.push(text) }),
  );
  await expect(answer).rejects.toMatchObject({ code: "MODEL_SILENT" });
  expect(asked?.signal.aborted).toBe(true);
  asked?.onText?.("late");
  expect(told).toEqual([]);
});

test("what the caller cancels is cancelled for the caller's reason", async () => {
  const cancel = new AbortController();
  const model: Model = {
    respond: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  };
  const answer = endSilence(model, "own", 10_000).respond(request({ signal: cancel.signal }));
  cancel.abort(new Error("Stopped by a person."));
  await expect(answer).rejects.toThrow("Stopped by a person.");
});

test("a tool that runs long is not a model's silence", async () => {
  const sleeper = defineCapability({
    id: "sleeper",
    name: "Sleeper",
    description: "Takes its time.",
    status: "available",
    tools: [
      {
        name: "sleep",
        description: "Sleeps.",
        riskLevel: "LOW",
        behaviour: { readOnly: true },
        inputSchema: { type: "object", properties: {}, additionalProperties: false },
        run: () => delay(400, { slept: true }),
      },
    ],
  });
  const harness = await openHarness({
    capabilities: [sleeper],
    limits: { model_silence_s: 0.2 },
    steps: [{ tool_calls: [{ name: "builtin:sleeper:sleep", input: {} }] }, { text: "rested" }],
  });
  onTestFinished(() => harness.close());
  const { id } = await harness.openSession();
  expect(await harness.say(id)).toMatchObject({ state: "completed", error: null });
});
