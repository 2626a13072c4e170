import { isJsonObject, parseJson } from "../../../base/json.ts";
import type { ReadBundle } from "../../bundles/read-bundle.ts";
import type { DescribedBundle, Finding, FindingKind } from "../hub.ts";
import { textIn } from "../index/text-in.ts";
import { type Sign, signsIn } from "./signs.ts";

const MAX_LINE = 20_000;
const MAX_PLACES = 10;
const MAX_FINDINGS = 500;
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "prepare", "prepublish"];

const ORDER: readonly FindingKind[] = [
  "fetch_and_run",
  "encoded_code",
  "hidden_character",
  "install_script",
  "permission",
  "program",
  "host",
  "environment",
];

type Place = Finding["places"][number];
type Seen = Sign & { readonly places: Place[]; count: number };

/**
 * What the text and the code of a bundle are seen to do, with the places, against what it declares.
 * It reads lines and knows no language: it shows a person where to look, and proves nothing.
 */
export function findIn(
  read: ReadBundle,
  described: Pick<DescribedBundle, "hosts" | "programs" | "permissions">,
  permissionProblems: readonly string[],
): readonly Finding[] {
  const seen = new Map<string, Seen>();
  const note = (sign: Sign, place: Place) => {
    const key = `${sign.kind} ${sign.what}`;
    const known = seen.get(key) ?? { ...sign, places: [], count: 0 };
    if (known.count === 0 && seen.size >= MAX_FINDINGS) return;
    seen.set(key, known);
    known.count += 1;
    if (known.places.length < MAX_PLACES) known.places.push(place);
  };
  for (const { path, digest } of read.bundle.files) {
    const text = textIn(read.contents.get(digest));
    if (text === null) continue;
    for (const [at, line] of text.split("\n").entries()) {
      for (const sign of signsIn(line.slice(0, MAX_LINE))) note(sign, { path, line: at + 1 });
    }
    for (const { sign, line } of installScripts(path, text)) note(sign, { path, line });
  }
  for (const problem of permissionProblems) {
    note({ kind: "permission", what: problem }, { path: "manifest.json", line: 1 });
  }
  return [...seen.values()]
    .map((one) => findingOf(one, described))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** They are never run here. Who installs it by other means should know. */
function installScripts(path: string, text: string): { sign: Sign; line: number }[] {
  if (!/(?:^|\/)package\.json$/.test(path)) return [];
  const lines = text.split("\n");
  return INSTALL_SCRIPTS.filter((name) => hasScript(text, name)).map((name) => ({
    sign: { kind: "install_script", what: name },
    line:
      Math.max(
        0,
        lines.findIndex((line) => line.includes(`"${name}"`)),
      ) + 1,
  }));
}

function hasScript(text: string, name: string): boolean {
  try {
    const value = parseJson(text);
    const scripts = isJsonObject(value) ? value.scripts : undefined;
    return isJsonObject(scripts) && Object.hasOwn(scripts, name);
  } catch {
    return false;
  }
}

function findingOf(
  { kind, what, places, count }: Seen,
  described: Pick<DescribedBundle, "hosts" | "programs" | "permissions">,
): Finding {
  const declared = isDeclared(kind, what, described);
  return { kind, says: saysOf(kind, what), declared, places, more: count - places.length };
}

function isDeclared(
  kind: FindingKind,
  what: string,
  { hosts, programs }: Pick<DescribedBundle, "hosts" | "programs">,
): boolean {
  if (kind === "host") {
    return hosts.some((host) => {
      const [name = ""] = host.toLowerCase().split(":");
      return name === what || (name.startsWith("*.") && what.endsWith(name.slice(1)));
    });
  }
  return kind === "program" && programs.includes(what);
}

function saysOf(kind: FindingKind, what: string): string {
  switch (kind) {
    case "host":
      return `Names the host ${what}.`;
    case "program":
      return `Starts the program "${what}".`;
    case "environment":
      return `Reads the environment variable ${what}.`;
    case "hidden_character":
      return "Has characters that a model reads and a person does not see.";
    case "fetch_and_run":
      return "Fetches something and runs it, or tells the reader to.";
    case "encoded_code":
      return "Has encoded text that is decoded and run, or that does something when decoded.";
    case "install_script":
      return `Wants a script to run when it is installed ("${what}"). It is not run here.`;
    case "permission":
      return what;
  }
}
