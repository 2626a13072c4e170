import type { Engine } from "../../engine/engine.ts";
import type { Actor } from "../../schema/actor.ts";
import { BUNDLES } from "./bundles.ts";

const DOCS = ["SPEC.md", "SKILL.md", "README.md"];
const MAX_BYTES = 500_000;

type Documentation = {
  readonly path: string | null;
  readonly text: string;
  /** What was odd about the folder when it was read, such as a permission that gives nothing. */
  readonly warnings: readonly string[];
};

/** What an author wrote for people: the first of these files that there is; empty where there is none. */
export async function readDocumentation(
  { of }: Pick<Engine, "of">,
  id: string,
  { scopes }: Actor,
): Promise<Documentation> {
  const { installed, shelf } = of(BUNDLES);
  const folder = installed().get(id);
  const { warnings = [] } = folder ?? {};
  const nothing = { path: null, text: "", warnings };
  if (!folder) return nothing;
  // Reading such a folder is a call through the gate, which asks: this is no way around it.
  const { readsAsk } = shelf.kinds.of(folder.kind);
  if (readsAsk && !scopes.includes("approve")) return nothing;
  const files = await shelf.files(folder.digest);
  const found = DOCS.flatMap((path) => files.find((file) => file.path === path) ?? []);
  const [doc] = found.filter(({ size_bytes: size }) => size <= MAX_BYTES);
  return doc ? { path: doc.path, text: await shelf.text(doc), warnings } : nothing;
}
