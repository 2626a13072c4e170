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
import { saidChoice } from "../../src/engine/read-choice.ts";
import { createToolIndex } from "../../src/gate/catalog/search/tool-index.ts";
import { createOfflineModel } from "../../src/models/offline/offline-model.ts";
import type { Message, ToolCall } from "../../src/schema/message.ts";
import type { OfferOption } from "../../src/schema/offer.ts";
import type { Tool } from "../../src/schema/tool.ts";
import { fixtureId, makeMessage } from "../../src/testing/fixtures.ts";
import { makeTool } from "../../src/testing/make-tool.ts";
import { OTHER_TOOLS, openShipped, SHIPPED_TOOLS } from "./shipped-agent.ts";

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

/** The tools of an agent that ships, as its manifest describes them. */
function toolsOf(agent: "file_agent" | "system_agent"): Tool[] {
  return readActions(agent).map((action) => toolOf(agent, action));
}

function toolOf(agent: string, action: Action): Tool {
  const isOfProcesses = action.effects.includes("system.processes");
  const tags = [...EFFECTS].flatMap(([effect, tag]) =>
    action.effects.includes(effect) ? [tag] : [],
  );
  const readOnly = tags.length === 0 && (!isOfProcesses || action.name.startsWith("get"));
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
    sourceId: agent,
    riskLevel: action.destructive || isOfProcesses ? "HIGH" : tags.length > 0 ? "MED" : "LOW",
    sideEffectTags: ["fs.read", ...tags],
    behaviour: { readOnly, idempotent: false, dryRun: true, timeoutMs: 1_000 },
  });
}

/** All that the shipped agent has, as far as files, pages and the machine are concerned. */
const HOME_TOOLS: readonly Tool[] = [
  ...SHIPPED_TOOLS,
  ...toolsOf("file_agent"),
  ...toolsOf("system_agent"),
];

function readActions(agent: string): readonly Action[] {
  const file = new URL(`../../capabilities/${agent}/manifest.json`, import.meta.url);
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

/** One message: the calls that were made, the last answer, and the cards that it offers. */
export type Turn = {
  readonly calls: readonly { readonly tool: string; readonly input: JsonValue }[];
  readonly text: string;
  readonly offer: readonly OfferOption[];
};

export type Home = {
  /** Messages in their order; a number chooses a card of the answer before. */
  talk(asked: readonly string[]): Promise<readonly Turn[]>;
  readonly path: string;
  remove(): void;
};

const index = createToolIndex(HOME_TOOLS);

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
  const folders = names.map((name) => ({ name, path: join(path, name) }));
  const model = createOfflineModel();
  const { signal } = new AbortController();
  const createdAt = new Date(NOW).toISOString();

  async function talk(asked: readonly string[]) {
    const messages: Message[] = [];
    const turns: Turn[] = [];
    const shipped = await openShipped();
    const sessionFiles = new Set<string>();
    for (const content of asked) {
      const chosen = saidChoice(content, turns.at(-1)?.offer ?? []);
      messages.push(makeMessage({ content, createdAt }));
      const calls: ToolCall[] = [];
      for (let step = 0; step <= MOST_STEPS; step++) {
        const named = messages.flatMap((it) =>
          it.role === "user" ? wholePathsIn(it.content, path) : [],
        );
        const {
          text,
          toolCalls,
          offer = [],
        } = await model.respond({
          ...{ system: "", tools: HOME_TOOLS, callsBefore: 0, signal, folders, messages },
          machinePaths: named.filter((it) => isOfMachine(it.path, sessionFiles)),
          findTools: (said, limit) => index.search(said, limit),
          otherTools: () => OTHER_TOOLS,
          ...(chosen && { chosen }),
        });
        const made = toolCalls.map(({ name, input }, at) =>
          callOf(name, input, messages.length * 100 + at),
        );
        calls.push(...made);
        const said = { role: "assistant" as const, content: text, createdAt };
        messages.push(makeMessage({ ...said, ...(made.length > 0 && { toolCalls: made }) }));
        for (const call of made) {
          const isAgent = call.toolId?.startsWith("agent:") === true;
          messages.push(isAgent ? resultOf(call) : await shipped.resultOf(call));
          const { input } = call;
          for (const it of isJsonObject(input) && !isAgent ? Object.values(input) : []) {
            if (typeof it === "string") sessionFiles.add(it);
          }
        }
        if (made.length > 0) continue;
        turns.push({ calls: calls.map(told), text, offer });
        break;
      }
    }
    await shipped.close();
    return turns;
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

  return { talk, path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function told({ toolId, name, input }: ToolCall) {
  return { tool: toolId?.startsWith("agent:") ? name : `session ${name}`, input };
}

function callOf(toolId: string, input: JsonValue, at: number): ToolCall {
  const name = HOME_TOOLS.find((tool) => tool.toolId === toolId)?.name ?? toolId;
  return { id: fixtureId("inv", at), toolId, name, input };
}
