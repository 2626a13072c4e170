import { ATTACK_GROUPS, ATTACKS } from "./attacks.ts";
import { linkProofs, type Proof, readProofs } from "./proofs.ts";

const START = "<!-- Made by `npm run docs` from docs/attacks.ts and the titles of the tests. -->";

/** docs/threats.md with its list of attacks as it should be; the prose before it stays. */
export function threatsPage(page: string): string {
  const proofs = readProofs();
  const [prose = ""] = page.split(START);
  const groups = ATTACK_GROUPS.map(
    ({ about, attacks }) =>
      `### ${about}\n\n${Object.keys(attacks)
        .map((id) => attackLine(id, proofs))
        .join("\n")}\n`,
  );
  return `${prose}${START}\n\n${groups.join("\n")}`;
}

function attackLine(id: string, proofs: readonly Proof[]): string {
  const { text = "", waitsFor = null } = ATTACKS.get(id) ?? {};
  const proof = linkProofs(proofs, id);
  return `- **${id}** ${text}. ${proof ? `_Withstood:_ ${proof}` : `_Comes with:_ ${waitsFor}`}`;
}
