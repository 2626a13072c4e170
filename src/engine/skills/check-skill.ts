import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../engine.ts";
import { type Finding, findHazards } from "./find-hazards.ts";

const MOST = 200;

export type CheckedSkill = {
  readonly name: string;
  readonly warnings: readonly string[];
  readonly findings: readonly (Finding & { readonly path: string })[];
};

/** What is wrong with a skill before it runs. Nothing of it is taken in or run. */
export async function checkSkill(
  { folderShelf }: Pick<Engine, "folderShelf">,
  path: string,
): Promise<CheckedSkill> {
  const found = await folderShelf.find({ path });
  if (found.kind !== "skill") {
    const message = `This folder is no skill with code, but of the kind "${found.kind}".`;
    throw new CapstanError("SKILL_INVALID", message);
  }
  const { metadata } = folderShelf.load("skill", found.read);
  const { bundle, contents } = found.read;
  const findings = bundle.files.flatMap((file) => {
    const language = /\.py$/.test(file.path)
      ? "python"
      : /\.m?[jt]s$/.test(file.path)
        ? "js"
        : null;
    if (language === null) return [];
    const text = new TextDecoder().decode(contents.get(file.digest));
    return findHazards(text, language).map((finding) => ({ ...finding, path: file.path }));
  });
  return { name: metadata.name, warnings: metadata.warnings, findings: findings.slice(0, MOST) };
}
