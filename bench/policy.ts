import { readFileSync } from "node:fs";
import { createCedarPolicy } from "../src/policy/create-cedar-policy.ts";
import { Permissions } from "../src/policy/permissions.ts";
import type { Policy, PolicyRequest } from "../src/policy/policy.ts";
import type { PolicyOptions } from "../src/policy/policy-options.ts";
import type { Decision } from "../src/schema/decision.ts";
import { Profile } from "../src/schema/profile.ts";
import { makeTool } from "../src/testing/make-tool.ts";
import { measure, type Scale, type Work } from "./measure.ts";
import { type Row, withinUs } from "./report.ts";

const TARGET_US = 300;

const TOOL = makeTool({ sourceType: "mcp", sourceId: "server2", name: "write", riskLevel: "HIGH" });

/** What a decision costs as rules become many: remembered, or made anew for inputs never seen. */
export async function benchPolicy(scale: Scale): Promise<Row[]> {
  const floor = worksOf("one rule", policyOf({ files: [rulesFor(1, 2)] }));
  const works = [10, 1_000].flatMap((count) => [
    ...worksOf(`${count} permissions`, policyOf({ permissions: permissionsOf(count) })),
    ...worksOf(`${count} cedar rules`, policyOf({ files: [rulesFor(count, 0)] })),
  ]);
  const figures = await measure([...floor, ...works], scale);
  return figures
    .slice(floor.length)
    .map((figure, index) => withinUs(figure, figures[index % floor.length], TARGET_US));
}

/** Each checks what was decided: the rule on the inputs (hit), or the profile (miss). */
function worksOf(rules: string, policy: Policy): Work[] {
  let n = 0;
  const expect = (path: string, effect: Decision["effect"]) => {
    const decided = policy.decide(requestOf(path)).effect;
    if (decided !== effect) throw new Error(`${rules}: ${path} is ${decided}, not ${effect}.`);
  };
  return [
    { name: `${rules}, remembered`, run: () => expect("/tmp/x", "ask") },
    { name: `${rules}, new, hit`, run: () => expect(`/etc/2/${n++}`, "deny") },
    { name: `${rules}, new, miss`, run: () => expect(`/tmp/${n++}`, "ask") },
  ];
}

function policyOf(options: Partial<PolicyOptions>): Policy {
  const read = (name: Profile) => {
    const file = new URL(`../src/policy/profiles/${name}.cedar`, import.meta.url);
    return { name: `profile ${name}`, text: readFileSync(file, "utf8") };
  };
  const profiles = new Map(Profile.options.map((name) => [name, read(name)]));
  return createCedarPolicy({ profile: "risk", profiles, ...options });
}

/** As many entries, of every kind; one of them is about the tool and its inputs. */
function permissionsOf(count: number): Permissions {
  const numbers = Array.from({ length: count }, (_, n) => n);
  return Permissions.parse({
    allow: numbers.filter((n) => n % 4 === 0).map((n) => `mcp:server${n}:write`),
    ask: numbers.filter((n) => n % 4 === 1).map((n) => `mcp:server${n}:*`),
    deny: numbers.filter((n) => n % 4 > 1).map((n) => `mcp:server${n}:write(path=/etc/${n}/*)`),
  });
}

/** As many policies, each about its own tool and its inputs. */
function rulesFor(count: number, first: number) {
  const rules = Array.from({ length: count }, (_, index) => {
    const n = first + index;
    return `@id("rule_${n}")
forbid (principal, action, resource == Tool::"mcp:server${n}:write")
when { context.text has path && context.text.path like "/etc/${n}/*" };`;
  });
  return { name: "policy/bench.cedar", text: rules.join("\n") };
}

function requestOf(path: string): PolicyRequest {
  return {
    tool: TOOL,
    actor: { id: "prn_owner", scopes: ["invoke"] },
    inputs: { path, content: "some text" },
    hosts: [],
    profile: "risk",
    mode: "execution",
    dryRun: false,
    specFrozen: false,
    tainted: false,
    approver: null,
  };
}
