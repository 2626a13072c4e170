import { basename } from "node:path";
import { languageOf, syntaxFault } from "../../base/check-syntax.ts";
import { CapstanError } from "../../base/errors.ts";
import type { LoadedFolder } from "../bundles/folder-kind.ts";
import type { FoundFolder } from "../bundles/folder-shelf.ts";
import { wellFormed } from "../bundles/tests/checked-items.ts";
import type { FolderCheck } from "../bundles/tests/folder-tester.ts";
import { missingImports } from "./check-skill-imports.ts";
import { findForbidden } from "./find-forbidden.ts";
import { findHazards } from "./find-hazards.ts";
import { loadSkill } from "./load-skill.ts";

const MOST = 200;

type Found = FoundFolder & { readonly path: string };

type CheckedSkill = {
  readonly name: string;
  /** What keeps it from being well formed: every warning and every finding, in words. */
  readonly problems: readonly string[];
};

/**
 * What is wrong with a skill before it runs. Nothing of it is taken in or run; a contract that cannot be
 * read is one of the problems.
 */
export const checkSkill: FolderCheck = async (_, found) => {
  const { name, problems } = problemsOf(found);
  return { name, items: wellFormed(found, problems) };
};

function problemsOf(found: Found): CheckedSkill {
  try {
    const { name, problems } = judged(loadSkill(found.read), found);
    return { name, problems: [...problems, ...missingImports(found.read)] };
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    return { name: basename(found.path), problems: [error.message] };
  }
}

function judged(
  { metadata: { name, warnings }, capability }: LoadedFolder,
  { read: { bundle, contents } }: FoundFolder,
): CheckedSkill {
  const contract = capability.tools[0]?.contract;
  const findings = bundle.files.flatMap((file) => {
    const language = /\.py$/.test(file.path)
      ? "python"
      : /\.m?[jt]s$/.test(file.path)
        ? "js"
        : null;
    if (language === null) return [];
    const text = new TextDecoder().decode(contents.get(file.digest));
    const forbidden = contract ? findForbidden(text, contract) : [];
    return [
      ...forbidden.map((problem) => `${file.path} ${problem}`),
      ...findHazards(text, language).map(({ line, problem }) => `${file.path}:${line} ${problem}`),
    ];
  });
  const broken = brokenCode({ bundle, contents });
  return { name, problems: [...warnings, ...broken, ...findings.slice(0, MOST)] };
}

/** Code that no run could begin with. Files beside it may be for a reader, or for a browser. */
function brokenCode({ bundle, contents }: Pick<FoundFolder["read"], "bundle" | "contents">) {
  return bundle.files.flatMap(({ path, digest }) => {
    const language = /^impl\.(?:m?[jt]s|py)$/.test(path) ? languageOf(path) : undefined;
    if (language === undefined) return [];
    const fault = syntaxFault(new TextDecoder().decode(contents.get(digest)), language);
    return fault === undefined ? [] : [`${path} cannot be read as code: ${fault}.`];
  });
}
