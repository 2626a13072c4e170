import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as surface from "../../src/index.ts";
import * as testing from "../../src/testing/index.ts";
import { ROOT, withoutComments } from "./source-files.ts";

// What a user of the package can name. Adding to a list is publishing; taking a name out, or
// giving it another meaning, is a new major version.

const VALUES = ["CapstanError", "ERROR_CODES", "createRuntime", "defineCapability"];

const TYPES: readonly string[] = [
  "Access",
  "Agent",
  "AgentCapability",
  "Answered",
  "Approval",
  "ApprovalContext",
  "ApprovalFilter",
  "BuiltinCapability",
  "BuiltinTool",
  "ErrorCode",
  "EventData",
  "EventOptions",
  "Execution",
  "ExecutionRequest",
  "ExecutionResult",
  "Executor",
  "HookAnswer",
  "HookedCall",
  "Hooks",
  "InvokeOptions",
  "LiveEvent",
  "Message",
  "Model",
  "ModelCheck",
  "ModelQuestion",
  "ModelReply",
  "ModelRequest",
  "ModelUsage",
  "NewAgent",
  "Outcome",
  "PageOptions",
  "PolicyDecision",
  "Progress",
  "ResumeOptions",
  "Runtime",
  "RuntimeOptions",
  "Sandbox",
  "Session",
  "SessionEvent",
  "SettingsInput",
  "Source",
  "SourceReport",
  "SourceState",
  "SourcedCapability",
  "SourcedTool",
  "Tool",
  "ToolContext",
  "Turn",
];

/** What `capstan/testing` gives to authors of adapters and capabilities. */
const TESTING_VALUES = [
  "SANDBOX_PROGRAMS",
  "agentContract",
  "capabilityContract",
  "createFakeSandbox",
  "createManualClock",
  "createWitness",
  "executorContract",
  "faultyExecutor",
  "faultyModel",
  "faultyStore",
  "fixedSource",
  "makeRequest",
  "queueContract",
  "sandboxContract",
  "sourceContract",
  "storeContract",
  "witnessed",
];

const TESTING_TYPES = [
  "At",
  "CapabilityCase",
  "ContractProgram",
  "ExecutorCases",
  "FakeFiles",
  "FakeProcess",
  "FakeProgram",
  "FakeSandboxOptions",
  "HostFiles",
  "ManualClock",
  "SandboxUnderTest",
];

const ENTRY_POINTS = [".", "./skill", "./testing"];

test.each([
  { entry: ".", names: surface, values: VALUES },
  { entry: "./testing", names: testing, values: TESTING_VALUES },
])("$entry exports these values, and no others", ({ names, values }) => {
  const actual = Object.keys(names).sort();
  expect(actual, listed(actual)).toEqual(values);
});

test.each([
  { entry: ".", file: "src/index.ts", types: TYPES },
  { entry: "./testing", file: "src/testing/index.ts", types: TESTING_TYPES },
])("$entry exports these types, and no others", ({ file, types }) => {
  const actual = typeNames(readFileSync(join(ROOT, file), "utf8"));
  expect(actual, listed(actual)).toEqual(types);
});

test("the package has these entry points, and no others", () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(Object.keys(exports)).toEqual(ENTRY_POINTS);
});

test("every way to export a type is seen", () => {
  const text = [
    'export { a, type B } from "./a.ts";',
    'export type { C, D as E } from "./c.ts";',
    "export type F = string;",
    "export interface G {}",
    '// export type { No } from "./no.ts";',
  ].join("\n");
  expect(typeNames(text)).toEqual(["B", "C", "E", "F", "G"]);
});

/** The names that exist for the type checker alone; a value's own type goes with the value. */
function typeNames(text: string): string[] {
  const code = withoutComments(text);
  const listedNames = [...code.matchAll(/export (type )?\{([^}]*)\}/g)].flatMap(
    ([, allTypes, names = ""]) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name && (allTypes || name.startsWith("type ")))
        .map((name) => name.replace(/^type /, "").replace(/^.* as /, "")),
  );
  const declared = [...code.matchAll(/^export (?:type|interface) (\w+)/gm)].map(
    ([, name = ""]) => name,
  );
  return [...listedNames, ...declared].sort();
}

function listed(names: readonly string[]): string {
  return `exported now: ${JSON.stringify(names)}`;
}
