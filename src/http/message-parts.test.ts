import { afterEach, describe, expect, test } from "vitest";
import { openApi } from "../../test/open-api.ts";
import type { JsonObject } from "../base/json.ts";
import type { Model, ModelRequest } from "../models/model.ts";

let close = async () => {};
afterEach(() => close());

const PNG = Buffer.from("89504e470d0a1a0a", "hex").toString("base64");

async function open() {
  const asked: ModelRequest[] = [];
  const model: Model = {
    async respond(request) {
      asked.push(request);
      return { text: "I see.", toolCalls: [] };
    },
  };
  const api = await openApi({ model });
  close = api.close;
  const { body } = await api.post<{ id: string }>("/v1/sessions", {});
  const send = (content: unknown) =>
    api.post<JsonObject>(`/v1/sessions/${body.id}/messages?wait_ms=3000`, { content });
  return { ...api, id: body.id, asked, send };
}

describe("a message in parts", () => {
  test("its images and files lie in the session's file system, and come back as parts", async () => {
    const api = await open();
    const sent = await api.send([
      { type: "text", text: "What is this?" },
      { type: "image", data: PNG, name: "dot.png" },
    ]);
    expect(sent.status).toBe(200);
    expect(sent.body.message).toMatchObject({
      content: [
        { type: "text", text: "What is this?" },
        {
          type: "image",
          path: expect.stringMatching(/^\/uploads\/.*dot\.png$/),
          mime: "image/png",
        },
      ],
    });
    const { body } = await api.get<{ items: JsonObject[] }>(`/v1/sessions/${api.id}/messages`);
    expect(body.items[0]?.content).toEqual((sent.body.message as JsonObject).content);
    expect(body.items[1]?.content).toBe("I see.");
    const [request] = api.asked;
    expect(request?.messages[0]?.content).toMatch(
      /^What is this\?\n\nAttached files: \/uploads\/.*dot\.png$/,
    );
    expect(sent.body.session).toMatchObject({ title: "What is this?" });
    const image = request?.messages[0]?.parts?.[1];
    const bytes = image?.type === "image" ? await request?.readFile?.(image.path) : undefined;
    expect(Buffer.from(bytes ?? []).toString("base64")).toBe(PNG);
  });

  test("a file that is there already is named by its path; one that is not is refused", async () => {
    const api = await open();
    await api.raw("PUT", `/v1/sessions/${api.id}/files/a.txt`, "hello");
    expect((await api.send([{ type: "file", path: "/a.txt" }])).status).toBe(200);
    expect(await api.send([{ type: "file", path: "/none.txt" }])).toMatchObject({
      status: 404,
      body: { code: "FILE_NOT_FOUND", details: { field: "content.0.path" } },
    });
    expect((await api.send([])).status).toBe(422);
    expect((await api.send([{ type: "file", data: "no base64!" }])).status).toBe(422);
    expect((await api.send([{ type: "file", data: PNG, name: "../x" }])).status).toBe(422);
  });
});
