import { codeOnly } from "./source-files.ts";

/** Those that may go round without end. */
const LOOP = /\bwhile\s*\(|\bfor\s*\([^;()]*;[^;]*;\s*\)|\bdo\s*\{/g;
const NAME = String.raw`[A-Za-z_$][\w$]*(?:\??\.[\w$]+)*?`;
const HANDLER = String.raw`\s*\??\.\s*(?:catch|then|finally)\s*\(`;
const WAIT = new RegExp(String.raw`\bawait\s+(${NAME})(?:${HANDLER}|\s*[;,)\]])`, "g");
const RACE = /\bawait\s+Promise\s*\.\s*(?:race|any)\s*\(\s*\[([^\]]*)\]/g;

/**
 * The promises that a loop waits for and does not make, a line each. One that has settled settles
 * again at once, and no timer runs in between. A race settles with its first.
 */
export function loopWaits(text: string): string {
  const code = codeOnly(text);
  const loops = [...code.matchAll(LOOP)].map(({ index }) => code.slice(index, endOf(code, index)));
  return loops
    .flatMap((loop) => {
      const waits = [...loop.matchAll(WAIT)].map(([, name = ""]) => name);
      const raced = [...loop.matchAll(RACE)].flatMap(([, list = ""]) => list.split(","));
      const names = raced.map((name) => name.trim()).filter((name) => isName.test(name));
      return [...waits, ...names].filter((name) => !isMadeIn(loop, name));
    })
    .map((name) => `await ${name}`)
    .join("\n");
}

const isName = new RegExp(`^${NAME}$`);

/** Each round assigns another. */
function isMadeIn(loop: string, name: string): boolean {
  const root = name.replace(/[?.].*$/, "").replaceAll("$", "\\$");
  const assigned = String.raw`(?<![\w$.])${root}(?:\.[\w$]+)*\s*(?:\?\?|\|\|)?=(?![=>])`;
  const unpacked = String.raw`\b(?:const|let)\s*[[{][^=]*\b${root}\b[^=]*[\]}]\s*=`;
  return new RegExp(`${assigned}|${unpacked}`).test(loop);
}

/** Of a block, its closing brace; of a statement, its semicolon. */
function endOf(code: string, from: number): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const sign = code.charAt(at);
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) depth -= 1;
    if (depth === 0 && "};".includes(sign)) return at + 1;
  }
  return code.length;
}
