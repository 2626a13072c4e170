import type { SourceType } from "../schema/capability.ts";
import { type RiskLevel, riskRank } from "../schema/risk-level.ts";
import type { SideEffect } from "../schema/side-effect.ts";
import { meaningOfPermission } from "./meaning-of-permission.ts";

/** What a source knows of a tool before anyone has judged it. */
export type Described = {
  readonly sourceType: SourceType;
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly string[];
  /** What its author says. */
  readonly declaredRisk?: RiskLevel;
  readonly declaredEffects?: readonly SideEffect[];
  /** An MCP server's hints, and only those of a server that its owner marked as trusted. */
  readonly trustedHints?: { readonly readOnly?: boolean; readonly destructive?: boolean };
  /** Its network access is restricted to GET and HEAD. */
  readonly onlyFetches?: boolean;
  /** What the owner of this installation says. */
  readonly override?: RiskLevel;
};

export type Assessment = {
  readonly riskLevel: RiskLevel;
  /** Sentences that say where the level comes from. */
  readonly riskReasons: readonly string[];
  readonly sideEffectTags: readonly SideEffect[];
};

type Finding = {
  readonly risk: RiskLevel;
  readonly reason: string;
  readonly effects?: SideEffect[];
};

/** Words that betray an effect, as a name or a description would say them (C39, C40). */
const KEYWORDS: readonly (readonly [word: string, effect: SideEffect])[] = [
  ["write", "fs.write"],
  ["delete", "fs.delete"],
  ["exec", "system.exec"],
];

/**
 * How risky a tool is, and why. What the owner says stands, and what a built-in declares stands;
 * any other author is believed only where they claim more than can be inferred (X11).
 */
export function assessRisk(tool: Described): Assessment {
  const inferred = [...fromPermissions(tool), ...fromHints(tool), ...fromWords(tool)];
  const sideEffectTags = [
    ...new Set([...(tool.declaredEffects ?? []), ...inferred.flatMap((it) => it.effects ?? [])]),
  ];
  const declared: Finding[] = tool.declaredRisk
    ? [{ risk: tool.declaredRisk, reason: "Its author declares it." }]
    : [];

  if (tool.override) {
    return verdict([{ risk: tool.override, reason: "The owner of this installation says so." }]);
  }
  if (tool.sourceType === "builtin" && tool.declaredRisk) return verdict(declared);
  const known = [...declared, ...inferred];
  return verdict(known.length > 0 ? known : [DEFAULT]);

  function verdict(findings: readonly Finding[]): Assessment {
    const highest = Math.max(...findings.map(({ risk }) => riskRank(risk)));
    const decisive = findings.filter(({ risk }) => riskRank(risk) === highest);
    const [first = DEFAULT] = decisive;
    return {
      riskLevel: first.risk,
      riskReasons: decisive.map(({ reason }) => reason),
      sideEffectTags,
    };
  }
}

const DEFAULT: Finding = { risk: "MED", reason: "Nothing says how risky it is." };

function fromPermissions({ permissions, onlyFetches }: Described): Finding[] {
  return permissions.map((permission) => {
    const { effects, risk } = meaningOfPermission(permission);
    const isFetch = permission === "network" && onlyFetches === true;
    return {
      risk: isFetch ? "MED" : risk,
      reason: `It has the permission "${permission}"${isFetch ? ", for GET and HEAD only" : ""}.`,
      effects: [...effects],
    };
  });
}

function fromHints({ trustedHints: hints }: Described): Finding[] {
  if (hints?.destructive)
    return [{ risk: "HIGH", reason: "Its trusted server calls it destructive." }];
  if (hints?.readOnly) return [{ risk: "LOW", reason: "Its trusted server calls it read-only." }];
  return [];
}

/** Without a trusted word about it, a tool is what its text sounds like, and at least MED. */
function fromWords({ name, description, trustedHints, permissions }: Described): Finding[] {
  if (trustedHints?.readOnly && !trustedHints.destructive) return [];
  const found = KEYWORDS.flatMap(([word, effect]): Finding[] => {
    const where = mentions(name, word) ? "name" : mentions(description, word) ? "description" : "";
    const reason = `Its ${where} says "${word}".`;
    return where ? [{ risk: "HIGH", reason, effects: [effect] }] : [];
  });
  return found.length === 0 && permissions.length === 0 ? [DEFAULT] : found;
}

/** At the beginning of a word, also inside `camelCase` and `snake_case`. */
function mentions(text: string, word: string): boolean {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((it) => it.startsWith(word));
}
