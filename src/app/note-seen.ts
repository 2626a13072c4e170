import type { Gate } from "../gate/gate.ts";

/** When people and programs were here last: once a minute, not with each request. */
export async function noteSeen({ people, store }: Pick<Gate, "people" | "store">): Promise<void> {
  const seen = people.takeSeen();
  if (seen.length > 0) await store.journal.commit("principals.see", seen);
}
