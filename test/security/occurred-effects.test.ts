import { afterEach, expect, test } from "vitest";
import { CapstanError } from "../../src/base/errors.ts";
import type { BuiltinCapability } from "../../src/features/builtin-capability.ts";
import { type Harness, openHarness } from "../harness.ts";

let harness: Harness | undefined;
afterEach(() => harness?.close());

const TAGS = ["fs.write", "network.http"] as const;

function capability(run: () => unknown): BuiltinCapability {
  return {
    id: "tried",
    name: "Tried",
    description: "For this test.",
    status: "available",
    tools: [
      {
        name: "act",
        description: "Acts.",
        riskLevel: "LOW",
        sideEffectTags: [...TAGS],
        behaviour: { dryRun: true },
        inputSchema: { type: "object", properties: { n: { type: "number" } } },
        run,
      },
    ],
  };
}

const refuses = (code: "FILE_NOT_FOUND" | "HOST_REFUSED" | "WEB_FAILED") => () => {
  throw new CapstanError(code, "In words.");
};

test.each<[string, () => unknown, boolean]>([
  ["completed", () => ({}), true],
  ["answered what it may not", () => "x".repeat(2_000_000), true],
  ["failed in words of its own", () => Promise.reject(new Error("broken")), true],
  ["asked another server in vain", refuses("WEB_FAILED"), true],
  ["refused before it acted", refuses("FILE_NOT_FOUND"), false],
  ["was not let out", refuses("HOST_REFUSED"), false],
])("C10: of a call that %s its effects are told: %o", async (_, run, occurred) => {
  harness = await openHarness({ profile: "auto", capabilities: [capability(run)] });
  const { declaredSideEffects } = await harness.invoke("builtin:tried:act", {});
  expect(declaredSideEffects).toEqual(occurred ? TAGS : []);
});

test.each<[string, () => Promise<unknown>]>([
  ["a dry run", () => act({ dryRun: true })],
  ["forbidden", () => act({}, { permissions: { deny: ["builtin:tried:*"] } })],
  ["asked about", () => act({}, { permissions: { ask: ["builtin:tried:*"] } })],
  ["cancelled before it began", () => act({ signal: AbortSignal.abort() })],
  ["without anything that runs it", () => act({}, {}, (gate) => gate.executors.clear())],
])("C10: a call that was %s has none", async (_, call) => {
  expect(await call()).toMatchObject({ declaredSideEffects: [] });
});

type Options = NonNullable<Parameters<typeof openHarness>[0]>;

async function act(
  more: Parameters<Harness["invoke"]>[2],
  options: Pick<Options, "permissions"> = {},
  prepare: (gate: { executors: Map<string, unknown> }) => void = () => {},
) {
  harness = await openHarness({
    profile: "auto",
    capabilities: [capability(() => ({}))],
    ...options,
  });
  prepare({ executors: harness.gate.executors as Map<string, unknown> });
  return harness.invoke("builtin:tried:act", {}, more);
}
