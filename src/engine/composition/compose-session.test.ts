import { expect, test } from "vitest";
import { openCatalog } from "../../gate/catalog/catalog.ts";
import { fixedSource } from "../../testing/fixed-source.ts";
import { makeAgent, makeMessage } from "../../testing/fixtures.ts";
import { makeCapability } from "../../testing/make-tool.ts";
import { composeSession } from "./compose-session.ts";
import { createComposer } from "./composer.ts";

const files = makeCapability({ id: "files" }, [{ name: "read" }]);
const disk = makeCapability({ id: "disk" }, [{ name: "read" }]);
const [FILES_READ, DISK_READ] = ["builtin:files:read", "builtin:disk:read"];

async function namesAfter(calls: readonly [toolId: string, name: string][], ...ids: string[]) {
  const catalog = await openCatalog([fixedSource(() => [files, disk])]);
  const engine = {
    composer: createComposer(catalog),
    features: [],
    limits: {
      holdReplyMs: 20,
      stepsPerTurn: 25,
      callsPerAnswer: 64,
      answerCharacters: 1_000_000,
      modelSilenceMs: null,
      answerDeltas: 200_000,
      tokensPerSession: null,
      costPerSession: null,
      contextTokens: 1,
      keepSessionsMs: null,
      messagesQueued: 1,
      queueDepth: 1,
      takeoversPerTurn: 3,
      planSteps: 10,
      tools: { maxTools: 100, maxTokens: 20_000 },
    },
  };
  const messages = calls.map(([toolId, name]) =>
    makeMessage({ role: "assistant", toolCalls: [{ id: "inv_1", toolId, name, input: {} }] }),
  );
  const agent = makeAgent({ capabilities: ids });
  const { tools } = await composeSession(engine, { agent, messages });
  return tools.map(({ wireName }) => wireName);
}

test("X4: before anything is called, colliding tools are all namespaced", async () => {
  expect(await namesAfter([], "files", "disk")).toEqual(["files__read", "disk__read"]);
});

test("X4: a name that the session has called stays; the newcomer is the one that is namespaced", async () => {
  const calls: [string, string][] = [[FILES_READ, "read"]];
  expect(await namesAfter(calls, "files", "disk")).toEqual(["read", "disk__read"]);
  expect(await namesAfter(calls, "disk", "files")).toEqual(["disk__read", "read"]);
});

test("X4: a tool keeps the long name it had when the other one is gone", async () => {
  expect(await namesAfter([[DISK_READ, "disk__read"]], "disk")).toEqual(["disk__read"]);
});

test("X4: of two tools that had one name, one keeps it and names stay unique", async () => {
  const calls: [string, string][] = [
    [FILES_READ, "read"],
    [DISK_READ, "read"],
  ];
  const names = await namesAfter(calls, "files", "disk");
  expect(names).toEqual(["read", "disk__read"]);
});

test("X4: what a model wrote that is no wire name changes nothing", async () => {
  expect(await namesAfter([[FILES_READ, FILES_READ]], "files")).toEqual(["read"]);
});
