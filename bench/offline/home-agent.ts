import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "../../src/base/json.ts";
import { isOfMachine, wholePathsIn } from "../../src/base/machine-path.ts";
import type { ModelPlan } from "../../src/models/model.ts";
import { createOfflineModel } from "../../src/models/offline/offline-model.ts";
import type { Message, ToolCall } from "../../src/schema/message.ts";
import type { Tool } from "../../src/schema/tool.ts";
import { fixtureId, makeMessage } from "../../src/testing/fixtures.ts";
import { makeTool } from "../../src/testing/make-tool.ts";
import { openShipped, SHIPPED_TOOLS, type Turn } from "./shipped-agent.ts";

const NOW = Date.parse("2026-11-16T14:08:00.000Z");
const DAY = 86_400_000;
const MOST_STEPS = 8;
const EFFECTS = new Map([
  ["filesystem.write", "fs.write"],
  ["filesystem.move", "fs.move"],
  ["filesystem.delete", "fs.delete"],
] as const);

const { run } = (await import(
  new URL("../../capabilities/file_agent/agent.js", import.meta.url).href
)) as { run(input: JsonObject): JsonObject };

type Action = {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
  readonly output_schema: JsonObject;
  readonly effects: readonly string[];
  readonly destructive?: boolean;
  readonly examples: string[];
};

/** The tools of the file agent, as its manifest describes them. */
const FILE_AGENT_TOOLS: readonly Tool[] = readActions().map((action) => {
  const tags = [...EFFECTS].flatMap(([effect, tag]) =>
    action.effects.includes(effect) ? [tag] : [],
  );
  return makeTool({
    name: action.name,
    description: action.description,
    examples: action.examples,
    inputSchema: action.input_schema,
    outputSchema: {
      type: "object",
      properties: { action_performed: { type: "string" }, result: action.output_schema },
    },
    sourceType: "agent",
    sourceId: "file_agent",
    riskLevel: action.destructive ? "HIGH" : tags.length > 0 ? "MED" : "LOW",
    sideEffectTags: ["fs.read", ...tags],
    behaviour: { readOnly: tags.length === 0, idempotent: false, dryRun: true, timeoutMs: 1_000 },
  });
});

/** What the agent `home` has: the file agent beside the tools that ship. */
export const HOME_TOOLS: readonly Tool[] = [...SHIPPED_TOOLS, ...FILE_AGENT_TOOLS];

function readActions(): readonly Action[] {
  const file = new URL("../../capabilities/file_agent/manifest.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { actions: Action[] }).actions;
}

export type HomeFile = readonly [
  path: string,
  bytes: number,
  daysAgo: number,
  /** What is in it, where that matters; its size is then that of the text. */
  text?: string,
];

const FILES: readonly HomeFile[] = [
  ["Downloads/setup.dmg", 9_000, 3],
  ["Downloads/report.pdf", 4_000, 1],
  ["Downloads/manual.pdf", 7_000, 90],
  ["Downloads/cat.jpg", 3_000, 2],
  ["Downloads/dog.jpg", 800, 400],
  ["Downloads/notes.txt", 12, 0],
  ["Documents/budget.xlsx", 2_000, 20],
  ["Documents/letter.docx", 1_500, 5],
  ["Documents/todo.txt", 9, 0],
  ["Documents/invoices/march.pdf", 600, 200],
  ["Documents/invoices/april.pdf", 650, 170],
  ["Pictures/beach.jpg", 5_000, 30],
];

export type Home = {
  /** What was said to the model so far led to these turns. */
  talk(asked: readonly string[]): Promise<readonly Turn[]>;
  plan(text: string): Promise<ModelPlan>;
  /** The plan when all was seen that it needs. Looks only read: nothing changes. */
  planSeen(text: string): Promise<ModelPlan>;
  readonly path: string;
  remove(): void;
};

/** A home folder with files, and a conversation with the agent that has it opened. Effects happen. */
export function openHome(
  files: readonly HomeFile[] = FILES,
  names: readonly string[] = ["Downloads", "Documents", "Pictures"],
): Home {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "home-")));
  for (const [name, bytes, daysAgo, text] of files) {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text ?? "x".repeat(bytes));
    const at = (NOW - daysAgo * DAY) / 1_000;
    utimesSync(file, at, at);
  }
  const folders = names.map((name) => ({
    name,
    path: join(path, name),
  }));
  const model = createOfflineModel();
  const { signal } = new AbortController();
  const createdAt = new Date(NOW).toISOString();
  const request = { system: "", tools: HOME_TOOLS, callsBefore: 0, signal, folders };
  const hearing = (messages: readonly Message[]) => {
    const named = messages.flatMap(({ content }) => wholePathsIn(content, path));
    const machinePaths = named.filter((it) => isOfMachine(it.path, new Set()));
    return { ...request, messages, machinePaths };
  };

  async function talk(asked: readonly string[]) {
    const messages: Message[] = [];
    const turns: Turn[] = [];
    const shipped = await openShipped();
    for (const content of asked) {
      messages.push(makeMessage({ content, createdAt }));
      const calls: ToolCall[] = [];
      for (let step = 0; step <= MOST_STEPS; step++) {
        const { text, toolCalls, questions } = await model.respond(hearing(messages));
        const made = toolCalls.map(({ name, input }, at) =>
          callOf(name, input, messages.length * 100 + at),
        );
        calls.push(...made);
        const said = { role: "assistant" as const, content: text, createdAt };
        messages.push(makeMessage({ ...said, ...(made.length > 0 && { toolCalls: made }) }));
        for (const call of made) {
          const isAgent = call.toolId?.startsWith("agent:") === true;
          messages.push(isAgent ? resultOf(call) : await shipped.resultOf(call));
        }
        if (made.length > 0) continue;
        const told = calls.map(({ toolId, name, input }) => {
          const isAgent = toolId?.startsWith("agent:") === true;
          return { tool: isAgent ? name : `session ${name}`, input };
        });
        turns.push({ calls: told, text, asks: questions?.[0]?.name });
        break;
      }
    }
    await shipped.close();
    return turns;
  }

  async function planSeen(content: string): Promise<ModelPlan> {
    const messages = [makeMessage({ content, createdAt })];
    for (let round = 0; round < MOST_STEPS; round++) {
      const plan = await model.plan?.(hearing(messages));
      if (!plan || !("looks" in plan)) return plan ?? { text: "" };
      const made = plan.looks.map(({ name, input }, at) => callOf(name, input, 100 * round + at));
      const said = { role: "assistant" as const, content: "", createdAt, toolCalls: made };
      messages.push(makeMessage(said), ...made.map((call) => resultOf(call)));
    }
    return { text: "" };
  }

  function resultOf({ id, toolId, name, input }: ToolCall): Message {
    const context = {
      ...{
        user: "me",
        workspace: join(path, ".workspace"),
        granted_paths: folders.map((it) => it.path),
      },
      ...{ task_id: "t", dry_run: false, confirmed: true },
    };
    const params = isJsonObject(input) ? input : {};
    const answer = run({ action: name, params, context });
    const content: JsonValue =
      answer.status === "success"
        ? {
            action_performed: answer.action_performed ?? "",
            result: answer.result ?? null,
            metadata: {},
          }
        : { state: "failed", error: answer.error ?? {} };
    return makeMessage({
      ...{ role: "tool", content: JSON.stringify(content), invocationId: id, createdAt },
      ...(toolId && { toolId }),
    });
  }

  return {
    talk,
    plan: (text) =>
      model.plan?.(hearing([makeMessage({ content: text, createdAt })])) ??
      Promise.resolve({ text: "" }),
    planSeen,
    path,
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

function callOf(toolId: string, input: JsonValue, at: number): ToolCall {
  const name = HOME_TOOLS.find((tool) => tool.toolId === toolId)?.name ?? toolId;
  return { id: fixtureId("inv", at), toolId, name, input };
}
