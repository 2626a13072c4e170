import { linkProofs, type Proof, readProofs } from "./proofs.ts";
import type { Document } from "./rows/document.ts";
import { MET } from "./rows/met.ts";
import { DOCUMENTS, ROWS } from "./rows/rows.ts";
import { table } from "./table.ts";

const met = new Set(MET);

/** The text of docs/requirements.md: every row, and the tests that prove it. */
export function requirementsPage(): string {
  const proofs = readProofs().filter(({ group }) => !group);
  return `# Requirements

Made by \`npm run docs\` from \`docs/rows\` and the titles of the tests; do not edit.

Capstan is built from five founding documents, each of which describes one side of it. Every
requirement of theirs is a row here. A row's number is its name: comments and titles of tests cite it
(\`E25\`, \`P34\`). Where two documents differ, the rules at the end (\`X\`) decide.

A row is _met_ when a test that runs starts its title with the row's number; up to three such tests
are linked. _Future_ is what the document itself puts off: it is in scope here. _Guidance_ is for
authors or for the model, and becomes documentation, prompt text or a check. _Excluded_ stays out.

${met.size} of ${ROWS.size} rows are met.

${DOCUMENTS.map((document) => documentText(document, proofs)).join("\n\n")}

### Profiles

${PROFILES}
`;
}

function documentText({ name, about, rows }: Document, proofs: readonly Proof[]): string {
  const lines = Object.keys(rows).map((id) => rowLine(id, proofs));
  return `## ${name}\n\n${about}.\n\n${lines.join("\n")}`;
}

function rowLine(id: string, proofs: readonly Proof[]): string {
  const { text = "", mark = null } = ROWS.get(id) ?? {};
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
  return [`- **${id}**`, ...(mark ? [`_(${mark})_`] : []), sentence, proofText(id, proofs)].join(
    " ",
  );
}

function proofText(id: string, proofs: readonly Proof[]): string {
  const links = linkProofs(proofs, id);
  if (met.has(id)) return `_Met:_ ${links}`;
  if (ROWS.get(id)?.mark === "excluded") return links ? `_Stays out:_ ${links}` : "_Stays out._";
  return links ? `_In part:_ ${links}` : "_Not met yet._";
}

const PROFILES = `What policy answers for each risk level (X6); \`risk\` is the default. Calls to packs ask in every profile, unless the owner's
\`permissions.allow\` names them. A session may choose a stricter profile than the owner's
(\`auto\` < \`risk\` < \`strict\`); a looser one, or to or from \`governed\`, needs an admin.

${table(
  ["profile", "LOW", "MED", "HIGH", "CRITICAL"],
  [
    ["`auto`", "allow", "allow", "allow", "ask an admin"],
    ["`risk`", "allow", "allow for trust `builtin` and `local`, else ask", "ask", "ask an admin"],
    ["`strict`", "ask", "ask", "ask", "ask an admin"],
    ["`governed`", "allow", "ask", "ask, with a frozen spec", "ask an admin, with a frozen spec"],
  ],
)}`;
