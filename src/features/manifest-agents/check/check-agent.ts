import { codeOf, entryOf, textOf } from "../../bundles/agent-files.ts";
import type { ReadBundle } from "../../bundles/read-bundle.ts";
import type { CheckedItem } from "../../bundles/tests/checked-items.ts";
import { undeclaredImports } from "../../bundles/undeclared-imports.ts";
import { checkManifest } from "../check-manifest.ts";
import { callsNetwork, mayUse } from "../permission-signs.ts";
import { type AgentManifest, readManifest } from "../read-manifest.ts";
import { usedPermissions } from "../used-permissions.ts";
import { changeInName } from "../words-of-change.ts";

const RUN =
  /^\s*(?:async\s+)?def\s+run\s*\(|^\s*export\s+(?:async\s+)?(?:function|const)\s+run\b|^\s*export\s*\{[^}]*\brun\b|^\s*export\s+default\b|^\s*(?:module\.)?exports\b.*\brun\b/m;
const FILES =
  /\bnode:fs\b|\bfrom\s+["']fs|require\(["']fs|\bopen\(|\bos\.(?:remove|rename|listdir|walk|scandir|makedirs|mkdir)\b|\bshutil\b|\bpathlib\b/;
/** An error's own text, handed on as it is. */
const RAW_TEXT =
  /["']?message["']?\s*:\s*(?:str\(\s*\w+\s*\)|repr\(|traceback\.|(?:e|err|error|exc)\.(?:stack|message)\b)|traceback\.format_exc/;
/** A dry run that is switched off tests none. */
const DRY_RUN = /dry_?run["'`]?\s*[:=]\s*true/i;
const TESTS = /^tests\/.*\.(?:py|js|mjs|ts|mts|json)$/;

/** The item that holds permissions against the code (I19). */
export const MINIMAL = "permissions are minimal";

type Facts = {
  readonly read: ReadBundle;
  readonly manifest: AgentManifest;
  readonly code: string;
  readonly tests: string;
  /** Of each part of the manifest's own check. */
  readonly of: (item: string) => readonly string[];
};

/**
 * The checklist that an author goes through before publishing, each item as far as reading tells; the
 * rest of it is tried out by `capabilities test`. Nothing is imported or run.
 */
export function checkAgent(read: ReadBundle): readonly CheckedItem[] {
  const checked = checkManifest(read);
  const byItem = new Map(checked.map(({ item, problems }) => [item, problems]));
  const broken = byItem.get("manifest.json") ?? [];
  if (checked.length === 1) return checked;
  const tests = read.bundle.files.filter(({ path }) => TESTS.test(path));
  const facts: Facts = {
    read,
    manifest: readManifest(read),
    code: codeOf(read),
    tests: tests.map(({ path }) => textOf(read, path) ?? "").join("\n"),
    of: (item) => byItem.get(item) ?? [],
  };
  return [
    { item: "manifest.json is valid", problems: [...broken, ...manifestProblems(facts)] },
    { item: MINIMAL, problems: leastPrivilege(facts) },
    { item: "run(input) is there", problems: runProblems(facts) },
    { item: "the five rules", problems: ruleProblems(facts), isOnlySeen: true },
    {
      item: "every action has a happy path test",
      problems: untested(facts, () => true, null),
      isOnlySeen: true,
    },
    {
      item: "every action has a dry_run test",
      problems: untested(facts, () => true, DRY_RUN),
      isOnlySeen: true,
    },
    {
      item: "every destructive action has a confirmation test",
      problems: untested(facts, isDestructive, /confirm/i),
      isOnlySeen: true,
    },
    { item: "error messages are plain language", problems: rawTexts(facts), isOnlySeen: true },
    { item: "writes go to outputs/ by default", problems: outputProblems(facts), isOnlySeen: true },
    { item: "path grants are enforced", problems: grantProblems(facts), isOnlySeen: true },
    { item: "SPEC.md follows the structure", problems: specProblems(facts) },
    { item: "dependencies are listed", problems: dependencyProblems(facts) },
    { item: "made for a platform", problems: facts.of("platforms") },
  ];
}

function manifestProblems({ of }: Facts): string[] {
  const items = ["name", "version", "description", "author", "license", "category", "status"];
  return [...items, "permissions", "actions", "min_intentos_version", "use"].flatMap(of);
}

/** What is declared against what the actions declare, and against what the code is seen to use. */
function leastPrivilege({ manifest, code, of }: Facts): string[] {
  const needed = usedPermissions(manifest, code);
  const unseen = manifest.permissions
    .filter((one) => needed.has(one) && !mayUse(one, code))
    .map((one) => `Nothing in the code uses "${one}": do not declare it.`);
  const undeclared = when(
    callsNetwork(code) && !manifest.permissions.includes("network"),
    'The code uses the network, and "network" is not declared.',
  );
  return [...of("least privilege"), ...unseen, ...undeclared];
}

function runProblems({ read, manifest, code, of }: Facts): string[] {
  const entry = entryOf(read, manifest.entryPoint);
  const text = entry === undefined ? code : (textOf(read, entry) ?? "");
  const missing = of("files").filter((problem) => !/tests|SPEC\.md|requirements/.test(problem));
  return [...missing, ...when(!RUN.test(text), `${entry ?? "The code"} has no function "run".`)];
}

/** The signs of each rule in the code; whether they hold is tried out. */
function ruleProblems({ code, manifest }: Facts): string[] {
  const destroys = manifest.actions.some(isDestructive);
  return [
    ...when(!/dry_run|dryRun/.test(code), "Rule 4: nothing in the code looks at dry_run."),
    ...when(
      destroys && !/confirmation_required/.test(code),
      'Rule 3: nothing in the code answers "confirmation_required".',
    ),
    ...when(!/UNKNOWN_ACTION/.test(code), "An unknown action is answered with UNKNOWN_ACTION."),
  ];
}

function isDestructive({ name, destructive, needs = [] }: AgentManifest["actions"][number]) {
  if (needs.includes("filesystem.delete") || needs.includes("filesystem.move")) return true;
  if (destructive !== undefined) return destructive;
  const { change } = changeInName(name);
  return change === "delete" || change === "move";
}

/** A case in tests/cases.json is tried in all three ways. */
function untested(
  { read, manifest, tests, of }: Facts,
  concerns: (action: AgentManifest["actions"][number]) => boolean,
  also: RegExp | null,
): string[] {
  const cases = textOf(read, "tests/cases.json") ?? "";
  const missing = also === null ? of("files").filter((problem) => /tests/.test(problem)) : [];
  return [
    ...missing,
    ...manifest.actions.filter(concerns).flatMap(({ name }) => {
      const named = new RegExp(`["'\`]${name}["'\`]`);
      if (named.test(cases)) return [];
      return when(
        !named.test(tests) || (also !== null && !also.test(tests)),
        `"${name}" has none in tests/.`,
      );
    }),
  ];
}

function rawTexts({ code }: Facts): string[] {
  return when(
    RAW_TEXT.test(code),
    "The code hands on an error's own text as its message: say it in plain words.",
  );
}

function outputProblems({ manifest, code }: Facts): string[] {
  const makes = manifest.permissions.includes("filesystem.write");
  return when(
    makes && !/outputs/.test(code),
    'It may write, and nothing in the code names "outputs".',
  );
}

function grantProblems({ manifest, code }: Facts): string[] {
  const usesFiles = manifest.permissions.some((one) => one.startsWith("filesystem."));
  return when(
    (usesFiles || FILES.test(code)) && !/granted_paths/.test(code) && FILES.test(code),
    'It works on files, and nothing in the code looks at "granted_paths".',
  );
}

/** Beside the sections: the table of permissions has each of them, and there are tasks to try. */
function specProblems({ read, manifest, of }: Facts): string[] {
  const text = textOf(read, "SPEC.md") ?? "";
  if (text === "") return [...of("SPEC.md")];
  const parts = ["Agent Manifest", "Input Schema", "Output Schema"];
  return [
    ...of("SPEC.md"),
    ...parts.flatMap((part) =>
      when(!new RegExp(`^###\\s+${part}`, "im").test(text), `It has no part "### ${part}".`),
    ),
    ...manifest.permissions.flatMap((one) =>
      when(
        !new RegExp(`^\\|.*${one.replace(".", "\\.")}.*\\|`, "m").test(text),
        `Its table of permissions does not say why it needs "${one}".`,
      ),
    ),
    ...when(!/^>\s*\S/m.test(text), "It shows no example task: write some as quotations (> …)."),
  ];
}

function dependencyProblems({ read, of }: Facts): string[] {
  const missing = of("files").filter((problem) => /requirements/.test(problem));
  return [...missing, ...of("dependencies"), ...undeclaredImports(read)];
}

function when(holds: boolean, problem: string): string[] {
  return holds ? [problem] : [];
}
