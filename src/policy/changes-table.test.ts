import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Trust } from "../schema/capability.ts";
import type { ChangeFacts } from "../schema/change-facts.ts";
import type { Decision } from "../schema/decision.ts";
import { Profile } from "../schema/profile.ts";
import { RiskLevel } from "../schema/risk-level.ts";
import type { Tool } from "../schema/tool.ts";
import { makeTool } from "../testing/make-tool.ts";
import type { RunAnswer } from "./apply.ts";
import type { PolicyRequest } from "./policy.ts";
import { applyOf, openPolicy, requestFor } from "./testing/open-policy.ts";

const PAGE = new URL("../../docs/decisions/0088-who-is-asked-about-changes.md", import.meta.url);

/** The columns of the page, and differences that belong in each. */
const CHANGED: Readonly<Record<string, readonly Partial<ChangeFacts>[]>> = {
  nothing: [{}],
  "1–4 new": [
    { created: 1, bytes: 9 },
    { created: 4, bytes: 10_000_000 },
  ],
  "5 or more new": [{ created: 5 }, { created: 4_000 }],
  "1–4 replaced": [{ changed: 1 }, { changed: 2, created: 2 }],
  "1–4 deleted": [{ deleted: 1 }, { deleted: 4 }, { deleted: 1, created: 1 }],
  "1–4 moved": [{ moved: 1 }, { moved: 2, created: 2 }],
  doors: [
    { doors: 1 },
    { outside: 1, created: 1 },
    { names: 1, created: 1 },
    { doors: 3, created: 3 },
    { doors: 1, created: 40, changed: 2, deleted: 9, moved: 1 },
  ],
};

const OWN: readonly Partial<Tool>[] = [{ trust: "builtin" }, { trust: "local" }];
const FOREIGN: readonly Partial<Tool>[] = [{ trust: "local-mcp" }, { trust: "remote" }];
const PACKS: readonly Partial<Tool>[] = Trust.options.flatMap((trust) => [
  { trust, sourceType: "pack" as const },
  { trust, capabilityId: "capability_packs" },
]);

type Ability = {
  readonly tools: readonly Partial<Tool>[];
  readonly isListed?: boolean;
  readonly tainted?: boolean;
  /** Changes that a remembered answer names; without it nobody remembered one. */
  readonly remembered?: Extract<RunAnswer, { by: "grant" }>["names"];
};

const ABILITIES: Readonly<Record<string, Ability>> = {
  any: { tools: [...OWN, ...FOREIGN] },
  own: { tools: OWN },
  foreign: { tools: FOREIGN },
  pack: { tools: PACKS },
  "pack, allow list": { tools: PACKS, isListed: true },
  "allow list": { tools: [...OWN, ...FOREIGN], isListed: true },
  "sends outside text": { tools: [...OWN, ...FOREIGN], tainted: true },
  remembered: { tools: [...OWN, ...FOREIGN], remembered: [] },
  "remembered for replacing": { tools: [...OWN, ...FOREIGN], remembered: ["replace"] },
  "remembered for deleting": { tools: [...OWN, ...FOREIGN], remembered: ["delete"] },
};

const [HEAD = [], ...ROWS] = readFileSync(PAGE, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|") && !line.startsWith("| ---"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const policy = openPolicy();
const listing = openPolicy({ permissions: { allow: ["*"], ask: [], deny: [] } });

/** The calls that a row is about. */
function callsOf([profileCell = "", risks = "", ability = "", box = ""]: readonly string[]) {
  const [profile, spec] = profileCell.split(", ");
  const { tools, isListed, tainted = false, remembered } = known(ABILITIES, ability);
  const boxes = box === "any" ? ["open", "closed"] : [box];
  return risks.split(", ").flatMap((risk) =>
    tools.flatMap((tool) =>
      boxes.map((one) => ({
        under: isListed ? listing : policy,
        remembered,
        request: requestFor(makeTool({ ...tool, riskLevel: RiskLevel.parse(risk) }), {
          profile: Profile.parse(profile),
          specFrozen: spec === "spec frozen",
          closed: one === "closed",
          tainted,
        }),
      })),
    ),
  );
}

/** Plays a call and its apply: who is asked, as the page says it. */
function asked(
  { under, remembered, request }: ReturnType<typeof callsOf>[number],
  changes: Partial<ChangeFacts>,
) {
  const { effect: before } = under.decide(request);
  if (before === "deny") return "denied";
  const level = before === "ask_admin" ? "admin" : "user";
  const isAsked = before !== "allow" && !remembered;
  const answer: RunAnswer | null = remembered
    ? { by: "grant", level: "user", names: remembered }
    : isAsked
      ? { by: "approval", level }
      : null;
  const after = under.decide({ ...request, apply: applyOf(changes, answer) }).effect;
  return worded(isAsked ? before : "allow", after);
}

function worded(before: Decision["effect"], after: Decision["effect"]): string {
  if (after === "deny") return before === "allow" ? "denied" : "before, denied";
  const admin = [before, after].includes("ask_admin") ? "admin " : "";
  if (before !== "allow") return `${admin}${after === "allow" ? "before" : "both"}`;
  return after === "allow" ? "nobody" : `${admin}after`;
}

function known<T>(table: Readonly<Record<string, T>>, name: string): T {
  if (!Object.hasOwn(table, name)) throw new Error(`The page says "${name}", which is not known.`);
  return table[name] as T;
}

test("X38: the page has a column for every kind of change, and a row for every profile", () => {
  expect(HEAD.slice(4)).toEqual(Object.keys(CHANGED));
  expect(new Set(ROWS.map(([profile = ""]) => profile.split(",")[0]))).toEqual(
    new Set(Profile.options),
  );
  expect(new Set(ROWS.map(([, , ability]) => ability))).toEqual(new Set(Object.keys(ABILITIES)));
});

test.each(ROWS.map((row) => [row.slice(0, 4).join(" | "), row] as const))(
  "X38: under %s the same people are asked as the page says",
  (_, row) => {
    for (const call of callsOf(row)) {
      const played = Object.values(CHANGED).map((differences) => [
        ...new Set(differences.map((changes) => asked(call, changes))),
      ]);
      expect(played).toEqual(row.slice(4).map((cell) => [cell]));
    }
  },
);

test("X38: five files or more ask, whatever words a remembered answer has", () => {
  const request: PolicyRequest = requestFor(makeTool({ riskLevel: "HIGH" }));
  const names = ["replace", "delete"] as const;
  const effectOf = (changes: Partial<ChangeFacts>) =>
    policy.decide({
      ...request,
      apply: applyOf(changes, { by: "grant", level: "user", names }),
    }).effect;
  expect(effectOf({ changed: 2, deleted: 2 })).toBe("allow");
  expect(effectOf({ changed: 2, deleted: 3 })).toBe("ask");
  expect(effectOf({ deleted: 1, moved: 3 })).toBe("allow");
  expect(effectOf({ deleted: 1, moved: 4 })).toBe("ask");
});
