import { makeTree } from "../../src/features/bundles/testing/make-tree.ts";
import { skillTree } from "../../src/features/bundles/testing/skill-trees.ts";
import { ADMIN_KEY, type Member } from "./member.ts";
import { PLAYED } from "./played-skills.ts";

export const MAY_PLAY = { policy: { permissions: { allow: ["skill:*"] } } };

export async function installPlayed(server: Member, ...names: string[]): Promise<void> {
  for (const name of names) {
    const code = { "impl.ts": "export const run = () => 1;" };
    const path = makeTree(skillTree(name, PLAYED.get(name)?.front ?? "", code));
    await server.ask("POST", "/v1/capabilities/install", { path }, ADMIN_KEY);
  }
}
