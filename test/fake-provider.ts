import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject } from "../src/base/json.ts";

/** What a fake provider answers to one request. */
export type FakeAnswer =
  | { readonly text: string; readonly pieces?: number; readonly everyMs?: number }
  | {
      readonly call: { readonly name: string; readonly input: JsonObject };
      readonly text?: string;
      readonly everyMs?: number;
    }
  | { readonly status: number; readonly retryAfter?: string; readonly says?: string }
  /** Begins to answer, and then the connection is gone. */
  | { readonly cut: string }
  /** Begins to answer, and then nothing more comes. With "", nothing ever comes. */
  | { readonly hang: string }
  /** Sends something that is no event of this provider. */
  | { readonly garbage: string };

export type Dialect = "openai" | "anthropic";

/** A provider on loopback that speaks one of the two dialects, and remembers what it was asked. */
export async function startFakeProvider(dialect: Dialect, answers: FakeAnswer[]) {
  const asked: {
    readonly path: string;
    readonly body: JsonObject;
    readonly headers: IncomingMessage["headers"];
  }[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    asked.push({ path: request.url ?? "", body: JSON.parse(text), headers: request.headers });
    const answer = answers.shift() ?? { text: "done" };
    await give(dialect, answer, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function give(dialect: Dialect, answer: FakeAnswer, response: ServerResponse): Promise<void> {
  if ("status" in answer) {
    const headers = answer.retryAfter ? { "retry-after": answer.retryAfter } : {};
    response.writeHead(answer.status, { "content-type": "application/json", ...headers });
    response.end(
      JSON.stringify({
        type: "error",
        error: { type: "error", message: answer.says ?? "Not now." },
      }),
    );
    return;
  }
  if ("hang" in answer && answer.hang === "") return;
  response.writeHead(200, { "content-type": "text/event-stream" });
  if ("garbage" in answer) {
    response.end(answer.garbage);
    return;
  }
  const events = dialect === "openai" ? openAiEvents(answer) : anthropicEvents(answer);
  const everyMs = "everyMs" in answer ? answer.everyMs : 0;
  for (const event of events) {
    response.write(event);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  if ("hang" in answer) return;
  if ("cut" in answer) response.destroy();
  else response.end();
}

type Spoken = Exclude<FakeAnswer, { status: number } | { garbage: string }>;

function piecesOf(text: string, pieces = 3): string[] {
  const size = Math.max(1, Math.ceil(text.length / pieces));
  return text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
}

function openAiEvents(answer: Spoken): string[] {
  const chunk = (delta: JsonObject, finish: string | null = null) =>
    `data: ${JSON.stringify({
      id: "c1",
      object: "chat.completion.chunk",
      created: 1,
      model: "fake",
      choices: [{ index: 0, delta, finish_reason: finish }],
    })}\n\n`;
  const usage = `data: ${JSON.stringify({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "fake",
    choices: [],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  })}\n\n`;
  if ("cut" in answer) return [chunk({ role: "assistant", content: answer.cut })];
  if ("hang" in answer) return [chunk({ role: "assistant", content: answer.hang })];
  if ("call" in answer) {
    const { name, input } = answer.call;
    const call = (part: JsonObject) => chunk({ tool_calls: [{ index: 0, ...part }] });
    const [first = "", ...rest] = piecesOf(JSON.stringify(input), 2);
    return [
      chunk({ role: "assistant", content: answer.text ?? "" }),
      call({ id: "call_1", type: "function", function: { name, arguments: first } }),
      ...rest.map((part) => call({ function: { arguments: part } })),
      chunk({}, "tool_calls"),
      usage,
      "data: [DONE]\n\n",
    ];
  }
  return [
    ...piecesOf(answer.text, answer.pieces).map((content) => chunk({ content })),
    chunk({}, "stop"),
    usage,
    "data: [DONE]\n\n",
  ];
}

function anthropicEvents(answer: Spoken): string[] {
  const event = (type: string, data: JsonObject) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const start = event("message_start", {
    message: {
      id: "m1",
      type: "message",
      role: "assistant",
      model: "fake",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 0 },
    },
  });
  const text = (pieces: string[], index = 0) => [
    event("content_block_start", { index, content_block: { type: "text", text: "" } }),
    ...pieces.map((piece) =>
      event("content_block_delta", { index, delta: { type: "text_delta", text: piece } }),
    ),
    event("content_block_stop", { index }),
  ];
  const end = (reason: string) => [
    event("message_delta", {
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: 5 },
    }),
    event("message_stop", {}),
  ];
  if ("cut" in answer) return [start, ...text([answer.cut]).slice(0, 2)];
  if ("hang" in answer) return [start, ...text([answer.hang]).slice(0, 2)];
  if ("call" in answer) {
    const { name, input } = answer.call;
    return [
      start,
      event("content_block_start", {
        index: 0,
        content_block: { type: "tool_use", id: "toolu_1", name, input: {} },
      }),
      ...piecesOf(JSON.stringify(input), 2).map((partial_json) =>
        event("content_block_delta", {
          index: 0,
          delta: { type: "input_json_delta", partial_json },
        }),
      ),
      event("content_block_stop", { index: 0 }),
      ...end("tool_use"),
    ];
  }
  return [start, ...text(piecesOf(answer.text, answer.pieces)), ...end("end_turn")];
}
