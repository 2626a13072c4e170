import type { Engine } from "../engine/engine.ts";
import { problemLine } from "../policy/policy-problem.ts";
import { notesOnNames } from "../policy/rules/former-names.ts";

const NOTE = "principals.split";

/** At a start: whom the upgrade has told apart, once, and rules that call somebody by name. */
export async function tellPrincipals(
  { gate, policiesInForce }: Pick<Engine, "gate" | "policiesInForce">,
  tell: (line: string) => void,
): Promise<void> {
  const { files = [], formerNames = new Map() } = policiesInForce;
  for (const note of notesOnNames(files, formerNames)) tell(problemLine(note));
  const split = await gate.store.principals.listSplit();
  if (split.length === 0 || (await gate.store.system.note(NOTE)) !== undefined) return;
  for (const { id, name, from } of split) {
    tell(
      `Two keys had the name "${name}". The older one, of ${from}, keeps its sessions and answers; the other one belongs to ${id} now. A rule about "${name}" holds for ${from} alone.`,
    );
  }
  const change = { type: "note.put", name: NOTE, value: `${split.length}` } as const;
  await gate.store.journal.commit("principals.tell", [change]);
}
