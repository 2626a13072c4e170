import type { Trust } from "../../schema/capability.ts";
import { type RiskLevel, riskRank } from "../../schema/risk-level.ts";
import type { SideEffect } from "../../schema/side-effect.ts";
import type { SourcedTool } from "../../schema/sourced-capability.ts";
import { meaningOfPermission } from "./meaning-of-permission.ts";

/** What is known of a tool before anyone has judged it. */
export type Described = Pick<
  SourcedTool,
  | "name"
  | "description"
  | "permissions"
  | "declaredRisk"
  | "declaredEffects"
  | "trustedHints"
  | "onlyFetches"
  | "overriddenRisk"
> & { readonly trust: Trust; readonly capabilityName: string };

export type Assessment = {
  readonly riskLevel: RiskLevel;
  /** Sentences that say where the level comes from. */
  readonly riskReasons: string[];
  readonly sideEffectTags: SideEffect[];
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
  const { declaredRisk, declaredEffects = [], overriddenRisk, trust, capabilityName } = tool;
  if (trust === "builtin" && declaredRisk && !overriddenRisk) {
    const reason = `${capabilityName} ships with its host and declares ${declaredRisk}.`;
    return assessment([{ risk: declaredRisk, reason }], declaredEffects);
  }
  const inferred = [...fromPermissions(tool), ...fromHints(tool), ...fromWords(tool)];
  const effects = new Set([...declaredEffects, ...inferred.flatMap((it) => it.effects ?? [])]);
  if (overriddenRisk) {
    const reason = "The owner of this installation says so.";
    return assessment([{ risk: overriddenRisk, reason }], effects);
  }
  const declared: Finding[] = declaredRisk
    ? [{ risk: declaredRisk, reason: "Its author declares it." }]
    : [];
  const known = [...declared, ...inferred];
  return assessment(known.length > 0 ? known : [DEFAULT], effects);
}

/** The highest risk that was found, and all that was found to be that risky. */
function assessment(findings: readonly Finding[], effects: Iterable<SideEffect>): Assessment {
  const highest = Math.max(...findings.map(({ risk }) => riskRank(risk)));
  const decisive = findings.filter(({ risk }) => riskRank(risk) === highest);
  const [first = DEFAULT] = decisive;
  return {
    riskLevel: first.risk,
    riskReasons: decisive.map(({ reason }) => reason),
    sideEffectTags: [...effects],
  };
}

const DEFAULT: Finding = { risk: "MED", reason: "Nothing says how risky it is." };

function fromPermissions({ permissions = [], onlyFetches }: Described): Finding[] {
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
  return hints?.destructive
    ? [{ risk: "HIGH", reason: "Its trusted server calls it destructive." }]
    : [];
}

/**
 * A tool is what its text sounds like, and at least MED. A trusted server that calls it read-only is
 * believed one step of that: a name that says "delete" is not LOW on anybody's word.
 */
function fromWords(tool: Described): Finding[] {
  const heard = soundsLike(tool);
  const { readOnly, destructive } = tool.trustedHints ?? {};
  if (!readOnly || destructive) return heard;
  if (heard.length === 0) return [{ risk: "LOW", reason: TRUSTED_READ }];
  return heard.map(({ risk, reason, effects }) =>
    risk === "HIGH"
      ? { risk: "MED", reason: `${reason} ${TRUSTED_READ}`, ...(effects && { effects }) }
      : { risk: "LOW", reason: TRUSTED_READ },
  );
}

const TRUSTED_READ = "Its trusted server calls it read-only.";

function soundsLike({ name, description, permissions = [] }: Described): Finding[] {
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
