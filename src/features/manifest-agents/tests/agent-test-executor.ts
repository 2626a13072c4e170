import * as z from "zod";
import type { JsonValue } from "../../../base/json.ts";
import type { Executor } from "../../../gate/executor.ts";
import type { Isolation } from "../../../sandbox/isolation.ts";
import { WORKSPACE } from "../../../sandbox/workspaces.ts";
import { AgentTestExecution } from "../../../schema/execution.ts";
import {
  type TestCall,
  type Tried,
  tryInPlace,
} from "../../../testing/agent-conformance/test-place.ts";
import type { BoxedPrograms } from "../../programs/boxed-programs.ts";
import { bundleMount } from "../../programs/bundle-mount.ts";
import type { Dependencies } from "../../programs/given-to.ts";
import { runOwnTests } from "./own-tests.ts";
import { type AgentBox, runInBox } from "./run-in-box.ts";

type Options = {
  readonly isolation: Isolation;
  readonly programs: BoxedPrograms;
  readonly layOut: (bundle: string) => Promise<string>;
  readonly dependencies?: Dependencies | undefined;
};

/** What is called, in what. */
const Inputs = z.strictObject({
  files: z.record(z.string(), z.string()),
  calls: z.array(
    z.strictObject({
      params: z.record(z.string(), z.json()),
      dry_run: z.boolean(),
      confirmed: z.boolean(),
    }),
  ),
});

/** Each takes about 50 MB. */
const AT_ONCE = 4;
const MAX_ANSWER = 20_000;

/**
 * Tries an agent's code in folders that are made for each call. It finds its own files there and
 * nothing of anybody's: no session, no access, no network, and a made-up machine. So `confirmed` may
 * stand in the inputs: nothing that it would confirm lasts.
 */
export function createAgentTestExecutor(options: Options): Executor {
  const { isolation, programs, layOut, dependencies } = options;
  return {
    endsOnSignal: true,
    async execute({ execution, inputs, tool, signal }) {
      const { code, own_tests: tests } = AgentTestExecution.parse(execution);
      const sandbox = await isolation.sandboxFor(tool.trust);
      const needed = await dependencies?.of(code);
      const box: AgentBox = {
        sandbox,
        programs,
        mounts: [await bundleMount(layOut, code.bundle), ...(needed?.mounts ?? [])],
        env: needed?.env ?? {},
        entry: code.entry,
        permissions: tests ? [] : (code.permissions ?? []),
        signal,
      };
      const outputs = tests
        ? { items: await runOwnTests(box, tests) }
        : { tried: await tryAll(box, code.name, Inputs.parse(inputs)) };
      return { state: "completed", outputs, sideEffects: [], enforcement: sandbox.enforcement };
    },
  };
}

async function tryAll(
  box: AgentBox,
  action: string,
  { files, calls }: z.infer<typeof Inputs>,
): Promise<readonly Tried[]> {
  const given = new Map(Object.entries(files));
  const tried: Tried[] = [];
  const waiting = [...calls.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, { params, dry_run: dryRun, confirmed }] = next;
      box.signal.throwIfAborted();
      const call: TestCall = { action, params, dryRun, confirmed };
      const run = (...one: [TestCall, Parameters<typeof runInBox>[2]]) => runInBox(box, ...one);
      tried[index] = bounded(await tryInPlace(given, call, run, WORKSPACE));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return tried;
}

/** A call has many answers, which together have to fit into one outcome. */
function bounded({ answer, raised, changed }: Tried): Tried {
  if (raised !== undefined) return { raised, changed };
  const isShort = JSON.stringify(answer ?? null).length <= MAX_ANSWER;
  if (isShort) return { answer: answer as JsonValue, changed };
  return { raised: `Its answer has more than ${MAX_ANSWER} characters.`, changed };
}
