import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import { type JsonValue, parseJson } from "../../base/json.ts";
import { checkFolder } from "../../engine/folder-tests/check-folder.ts";
import type { FolderTester, TestedItem } from "../../engine/folder-tests/folder-tester.ts";
import type { BoxedPrograms } from "../../execution/sandbox/boxed-programs.ts";
import type { Isolation } from "../../ports/isolation.ts";
import type { ReadBundle } from "../../ports/read-bundle.ts";
import { WORKSPACE } from "../../ports/workspaces.ts";
import { ChildExecution } from "../../schema/execution.ts";
import type { SourcedTool } from "../../schema/sourced-capability.ts";
import { removeTree, writeTree } from "../../sources/bundle/write-tree.ts";
import type {
  ActionUnderTest,
  ConformanceItem,
} from "../../testing/agent-conformance/agent-under-test.ts";
import { conformAgent } from "../../testing/agent-conformance/conform-agent.ts";
import { type AgentBox, runInBox } from "./agent-box.ts";
import { runOwnTests } from "./own-tests.ts";

type Options = { readonly isolation: Isolation; readonly programs: BoxedPrograms };

/** Each takes about 50 MB. */
const AT_ONCE = 4;
const CHANGES = ["filesystem.write", "filesystem.move", "filesystem.delete"];

/**
 * Holds an agent's folder against the checklist, then tries each of its actions in folders that are made for
 * it. The code runs in the sandbox and finds nothing else there: no session, no access of anybody's, no
 * network.
 */
export function createAgentTester({ isolation, programs }: Options): FolderTester {
  return async (engine, found, options) => {
    const { read, path } = found;
    engine.gate.halt.follow(await engine.gate.store.system.halt());
    engine.gate.halt.check();
    const checked = await checkFolder(engine, found);
    const tools = toolsOf(() => engine.folderShelf.load("agent", read).capability.tools);
    const [first] = tools;
    const name = checked.name || basename(path);
    if (!first) return { name, items: checked.items };
    const sandbox = await isolation.sandboxFor("local");
    const halted = new AbortController();
    const stopListening = engine.gate.halt.onHalt(() => halted.abort());
    const signal = AbortSignal.any([options.signal, halted.signal]);
    const top = await mkdtemp(join(tmpdir(), "capstan-agent-files-"));
    const files = join(top, "files");
    try {
      await writeTree(files, read.bundle.files, async (file) => requireContent(read, file.digest));
      const { entry } = ChildExecution.parse(first.execution);
      const box: Omit<AgentBox, "permissions"> = { sandbox, programs, files, entry, signal };
      const permissionsOf = (action: string) =>
        tools.find((tool) => tool.name === action)?.permissions ?? [];
      const limit = atMost(AT_ONCE);
      const agent = {
        actions: tools.map(underTest),
        cases: casesOf(read),
        workspaceAt: WORKSPACE,
        run: (call: Parameters<typeof runInBox>[1], place: Parameters<typeof runInBox>[2]) =>
          limit(() => runInBox({ ...box, permissions: permissionsOf(call.action) }, call, place)),
      };
      const tried = await conformAgent(agent, signal);
      const paths = read.bundle.files.map((file) => file.path);
      const own = await runOwnTests({ ...box, permissions: [] }, paths);
      return { name, items: [...checked.items, ...[...tried, ...own].map(timed)] };
    } finally {
      stopListening();
      await removeTree(files);
      await rm(top, { recursive: true, force: true });
    }
  };
}

/** What cannot be loaded has been said by the check. */
function toolsOf(load: () => readonly SourcedTool[]): readonly SourcedTool[] {
  try {
    return load();
  } catch (error) {
    if (error instanceof CapstanError) return [];
    throw error;
  }
}

function requireContent({ contents }: ReadBundle, digest: string): Uint8Array {
  const bytes = contents.get(digest);
  if (!bytes) throw new CapstanError("BUNDLE_INVALID", "A file of the folder could not be read.");
  return bytes;
}

function underTest({ name, inputSchema, behaviour, permissions = [] }: SourcedTool) {
  const action: ActionUnderTest = {
    name,
    inputSchema,
    destructive: behaviour?.destructive === true,
    changes: permissions.some((one) => CHANGES.includes(one)) || behaviour?.readOnly !== true,
  };
  return action;
}

function casesOf({ bundle, contents }: ReadBundle): JsonValue | undefined {
  const file = bundle.files.find(({ path }) => path === "tests/cases.json");
  const bytes = file && contents.get(file.digest);
  if (!bytes) return undefined;
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch {
    return "not JSON";
  }
}

function timed(item: ConformanceItem): TestedItem {
  return { ...item, durationMs: 0 };
}

/** So many at a time, the others wait for their turn. */
function atMost(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
