import { stripHidden } from "../../../base/strip-hidden.ts";
import type { FindingKind } from "../hub.ts";

/** What one line is seen to do; `what` is the host, the program or the name, where there is one. */
export type Sign = { readonly kind: FindingKind; readonly what: string };

const HOST = /\b(?:https?|wss?):\/\/(?:[^\s/@"'`<>]*@)?(\[[0-9a-f:.]+\]|[a-z0-9][a-z0-9.-]*)/gi;
const PROGRAM =
  /\b(?:spawn|spawnSync|execFile|execFileSync|exec|execSync|Popen|check_output|check_call|subprocess\.(?:run|call)|os\.system|os\.popen)\(\s*\[?\s*[frb]{0,2}["'`]([^"'`\s]{1,100})/g;
const ENVIRONMENT =
  /\bprocess\.env(?:\.([A-Za-z_]\w{0,99})|\[\s*["'`]([A-Za-z_]\w{0,99})["'`])|\b(?:os\.)?(?:environ(?:\.get\(|\[)|getenv\()\s*["']([A-Za-z_]\w{0,99})["']/g;
/** What every program has, and gives nothing away. */
const COMMON = /^(?:PATH|HOME|PWD|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|TERM|NODE_ENV|NO_COLOR)$/;

const FETCH = "(?:curl|wget|fetch|Invoke-WebRequest|iwr|Invoke-RestMethod|irm)";
const RUNS = "(?:sudo\\s+)?(?:env\\s+)?(?:\\S*\\/)?(?:ba|z|da|k|fi)?sh\\b";
const FETCH_AND_RUN: readonly RegExp[] = [
  new RegExp(
    `\\b${FETCH}\\b[^\\n|]{0,500}\\|\\s*(?:${RUNS}|(?:python3?|node|perl|ruby|iex)\\b)`,
    "i",
  ),
  new RegExp(`(?:\\b(?:${RUNS})|\\beval|\\bsource)\\s[^\\n]{0,60}[<$]\\(\\s*${FETCH}\\b`, "i"),
  new RegExp(`\\b(?:iex|Invoke-Expression)\\b[^\\n]{0,200}\\b(?:${FETCH}|DownloadString)\\b`, "i"),
  new RegExp(`\\b${FETCH}\\b[^\\n]{0,500}(?:&&|;)\\s*(?:chmod\\s+\\+x|${RUNS})`, "i"),
  /\b(?:pip3?|uv|npm|pnpm|yarn|npx|uvx)\s+(?:\S+\s+){0,4}(?:git\+)?https?:\/\//i,
  /\b(?:eval|exec)\s*\(\s*(?:await\s+)?[^\n]{0,80}\b(?:fetch|urlopen|requests\.get)\s*\(/i,
  /\b(?:download|fetch)\b[^.\n]{0,120}\b(?:and|then)\b[^.\n]{0,40}\b(?:run|execute|start)\s+it\b/i,
];
const ENCODED: readonly RegExp[] = [
  /\b(?:eval|exec|Function|compile)\s*\([^\n]{0,200}\b(?:atob|b64decode|fromhex|unhexlify|fromCharCode|base64)\b/,
  new RegExp(`\\bbase64\\s+(?:-d|-D|--decode)\\b[^\\n]{0,200}\\|\\s*${RUNS}`, "i"),
  /\bpowershell(?:\.exe)?\b[^\n]{0,100}\s-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{16,}/i,
];
const BLOB = /[A-Za-z0-9+/]{120,}={0,2}/g;
const MAX_BLOB = 200_000;
/** Emoji are made with characters that cannot be seen, and hide nothing. */
const EMOJI = /\p{Extended_Pictographic}\ufe0f?(?:\u200d\p{Extended_Pictographic}\ufe0f?)*/gu;
const TEXT = /^[\t\n\r\x20-\x7e]{40,}$/;

export function signsIn(line: string): Sign[] {
  return [...plainSigns(line), ...blobSigns(line)];
}

function plainSigns(line: string): Sign[] {
  const signs: Sign[] = [];
  const add = (kind: FindingKind, what = "") => signs.push({ kind, what });
  for (const [, host = ""] of line.matchAll(HOST)) {
    // The dot behind it may be the end of a sentence, and means the same host.
    add("host", host.toLowerCase().replace(/\.+$/, ""));
  }
  for (const [, program = ""] of line.matchAll(PROGRAM)) add("program", program);
  for (const [, dotted, indexed, python] of line.matchAll(ENVIRONMENT)) {
    const name = dotted ?? indexed ?? python ?? "";
    if (!COMMON.test(name)) add("environment", name);
  }
  const visible = line.replace(EMOJI, "");
  if (stripHidden(visible) !== visible) add("hidden_character");
  if (FETCH_AND_RUN.some((pattern) => pattern.test(line))) add("fetch_and_run");
  if (ENCODED.some((pattern) => pattern.test(line))) add("encoded_code");
  return signs;
}

/** A long text in base64 is read once, and what it does counts as done on its line. */
function blobSigns(line: string): Sign[] {
  return [...line.matchAll(BLOB)].flatMap(([blob]) => {
    const text = Buffer.from(blob.slice(0, MAX_BLOB), "base64").toString("latin1");
    if (!TEXT.test(text)) return [];
    const inside = text.split("\n").flatMap(plainSigns);
    return inside.length === 0 ? [] : [{ kind: "encoded_code" as const, what: "" }, ...inside];
  });
}
