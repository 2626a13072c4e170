import type { Console } from "./console-server.ts";
import type { Plays } from "./plays.ts";

/** What the sessions of the seed say and do. */
export const SEED_PLAYS: Plays = {
  "Write to": [
    {
      text: "I have put two letters together. Both need your say before they go out.",
      calls: [
        {
          name: "send_letter",
          input: {
            to: "ada@example.com",
            subject: "The meeting on Friday",
            body: "Dear Ada,\n\nthe meeting moves to Friday at ten, in the large room.\nPlease bring the figures of October.\n\nYours, the front desk",
          },
        },
        {
          name: "send_letter",
          input: { to: "everyone", subject: "Friday", body: "The large room is taken on Friday." },
        },
      ],
    },
    { text: "Both letters are out." },
  ],
  "Clear out": [
    {
      text: "Room 12 has not been used since March.",
      calls: [{ name: "remove_room", input: { room: "12" } }],
    },
    { text: "Room 12 is gone." },
  ],
  Plan: [
    {
      text: "I will go through this in steps.",
      calls: [
        {
          name: "write_todos",
          input: {
            todos: [
              { content: "Read the file", activeForm: "Reading the file", status: "completed" },
              {
                content: "Count its lines",
                activeForm: "Counting its lines",
                status: "in_progress",
              },
              { content: "Tell the sum", activeForm: "Telling the sum", status: "pending" },
            ],
          },
        },
        { name: "add", input: { a: 19, b: 23 } },
      ],
    },
    {
      text: "Now the file itself.",
      calls: [{ name: "count_lines", input: { path: "/uploads/sales.csv" } }],
    },
    {
      text: [
        "The file has **4 lines**, and 19 + 23 is **42**.",
        "",
        "| month | sales |",
        "| --- | --- |",
        "| August | 1,204 |",
        "| September | 1,377 |",
        "",
        "The same as code:",
        "",
        "```ts",
        "// How the sum was made.",
        "const sum = [19, 23].reduce((a, b) => a + b, 0);",
        "console.log(sum);",
        "```",
        "",
        "See [the handbook](https://example.com/handbook) for more.",
      ].join("\n"),
    },
  ],
};

/** Sessions in several states, with files, calls, questions and answers. */
export async function seed(server: Console) {
  const planned = await server.call("POST", "/v1/sessions", { agent_id: server.agentId });
  await fetch(`${server.url}/v1/sessions/${planned.id}/files/uploads/sales.csv`, {
    method: "PUT",
    headers: { authorization: "Bearer console-test-key" },
    body: "month,sales\nAugust,1204\nSeptember,1377\nOctober,1391\n",
  });
  await server.say("Plan this: count the lines of sales.csv and add 19 and 23.", planned.id);
  const invocation = await runAll(server, await server.say("Write to Bob and to everyone."));
  await server.say("Clear out the rooms that nobody uses.");
  const letters = await server.say("Write to Ada and to everyone about Friday.");
  await server.call("POST", "/v1/tools/builtin:test_math:add/invoke", { inputs: { a: 1, b: 2 } });
  await server.call("POST", "/v1/tools/builtin:test_math:divide/invoke", {
    inputs: { a: 1, b: 0 },
  });
  return { planned: planned.id, letters, invocation };
}

/** Says Run to all that a session waits for; answers with the last call that ran. */
async function runAll(server: Console, sessionId: string): Promise<string> {
  const { items } = await server.call<{ items: { id: string; invocation_id: string }[] }>(
    "GET",
    `/v1/approvals?state=pending&session_id=${sessionId}`,
  );
  for (const { id } of items) {
    await server.call("POST", `/v1/approvals/${id}/run?wait_ms=5000`, {});
  }
  return items.at(-1)?.invocation_id ?? "";
}
