import increment from "semver/functions/inc.js";
import isLower from "semver/functions/lt.js";
import isValid from "semver/functions/valid.js";
import { type Action, type VersionStep, versionStep } from "./version-step.ts";

/** What was published, or is about to be, under one name. */
export type Release = { readonly version: string; readonly actions: readonly Action[] };

export type Comparison = {
  /** What the change is, by its actions. */
  readonly step: VersionStep;
  /** Each action that came, went or changed, in words. */
  readonly changes: readonly string[];
  /** The least version that the later one may have. */
  readonly least: string;
  /** What is wrong with its version; null where it is far enough. */
  readonly problem: string | null;
};

/** Whether a later release has moved its version as far as its actions changed (I49). */
export function compareVersions(before: Release, after: Release): Comparison {
  const step = versionStep(before.actions, after.actions);
  const changes = changesBetween(before.actions, after.actions);
  const least = increment(before.version, step) ?? after.version;
  return { step, changes, least, problem: problemOf() };

  function problemOf(): string | null {
    if (!isValid(after.version)) return `"${after.version}" is no version such as 1.2.3.`;
    if (!isValid(before.version) || !isLower(after.version, least)) return null;
    const why = changes.length > 0 ? ` (${changes.join(", ")})` : "";
    return `The change is ${step.toUpperCase()}${why}: the version after ${before.version} is ${least} at least, and not ${after.version}.`;
  }
}

function changesBetween(before: readonly Action[], after: readonly Action[]): string[] {
  const [old, now] = [byName(before), byName(after)];
  return [
    ...[...old.keys()].filter((name) => !now.has(name)).map((name) => `"${name}" is gone`),
    ...[...now.keys()].filter((name) => !old.has(name)).map((name) => `"${name}" is new`),
    ...[...old].flatMap(([name, was]) => {
      const is = now.get(name);
      const step = is ? versionStep([was], [is]) : "patch";
      if (step === "patch") return [];
      return [step === "major" ? `"${name}" breaks who calls it` : `"${name}" takes more`];
    }),
  ];
}

function byName(actions: readonly Action[]): ReadonlyMap<string, Action> {
  return new Map(actions.map((action) => [action.name, action]));
}
