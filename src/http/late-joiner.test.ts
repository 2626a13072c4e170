import { afterEach, expect, test } from "vitest";
import { type Api, openApi } from "../../test/open-api.ts";
import type { Model } from "../models/model.ts";
import { streamEvents } from "./event-stream.ts";

const first = Promise.withResolvers<void>();
const held = Promise.withResolvers<void>();

/** Writes the beginning of an answer, and the rest when it is told to. */
const model: Model = {
  async respond({ onText }) {
    onText?.("Once ");
    onText?.("upon ");
    first.resolve();
    await held.promise;
    onText?.("a time.");
    return { text: "Once upon a time.", toolCalls: [] };
  },
};

let api: Api;
afterEach(async () => {
  held.resolve();
  await api.close();
});

test("who comes while an answer is written is sent all of it, once", async () => {
  api = await openApi({ model });
  const { id } = await api.openSession();
  await api.post(`/v1/sessions/${id}/messages`, { content: "Tell me" });
  await first.promise;
  const gone = new AbortController();
  const joined = await streamEvents(api.engine, id, null, gone.signal);
  const reader = joined.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => (await reader?.read())?.value ?? "";
  expect(await read()).toBe(": connected\n\n");
  expect(await read()).toMatch(/^event: model\.written\ndata: .*"text":"Once upon "}\n\n$/);
  held.resolve();
  expect(await read()).toMatch(/^event: model\.delta\ndata: .*"text":"a time\."}\n\n$/);
  await api.rest(id);

  // What is stored is read from there.
  const later = await streamEvents(api.engine, id, "1", gone.signal);
  const after = later.body?.pipeThrough(new TextDecoderStream()).getReader();
  await after?.read();
  expect((await after?.read())?.value).toMatch(/^id: 2\n/);
  expect(api.engine.partialAnswers.size).toBe(0);
  gone.abort();
}, 10_000);
