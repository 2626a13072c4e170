import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const PAGE = "outputs/CHANGELOG.md";
const MAX_BYTES = 10_000_000;

/** What the first word of a commit says of it. The first that fits counts. */
const GROUPS = [
  ["Added", /^(feat|feature|add(s|ed)?|new|introduce[sd]?|support(s|ed)?|implement(s|ed)?)\b/i],
  ["Mended", /^(fix(es|ed)?|bugfix|mend(s|ed)?|repair(s|ed)?|correct(s|ed)?|security|hotfix)\b/i],
  ["Removed", /^(remove[sd]?|drop(s|ped)?|delete[sd]?|deprecate[sd]?)\b/i],
  ["Inside", /^(test|tests|ci|build|chore|style|refactor|docs?|lint|format|bump|release|wip)\b/i],
];
const ORDER = ["Breaking", "Added", "Changed", "Mended", "Removed", "Inside"];

try {
  const given = process.argv.slice(2);
  const [file, version, date] = given[0] === "--" ? given.slice(1) : given;
  if (!file || !existsSync(file)) throw new Error(`There is no file "${file ?? ""}".`);
  const text = readFileSync(file, "utf8");
  if (text.length > MAX_BYTES) throw new Error("Ten megabytes of commits are read at most.");
  const commits = readCommits(text);
  if (commits.length === 0) throw new Error(`"${file}" holds no commits. Try: git log --oneline`);
  const groups = Map.groupBy(commits, groupOf);
  mkdirSync("outputs", { recursive: true });
  writeFileSync(PAGE, pageOf(version, date, groups));
  const counts = Object.fromEntries(ORDER.map((name) => [name, groups.get(name)?.length ?? 0]));
  process.stdout.write(
    `${JSON.stringify({ commits: commits.length, groups: counts, page: PAGE })}\n`,
  );
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** One a line (`1a2b3c4 subject`, or the subject alone), or as `git log` prints them in full. */
function readCommits(text) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const isFull = lines.some((line) => /^commit [0-9a-f]{7,40}\b/.test(line));
  const found = isFull ? readFull(lines) : lines.map(readLine);
  return found.filter(({ subject }) => subject !== "" && !/^merge\b/i.test(subject));
}

function readLine(line) {
  const [, id = "", subject = ""] =
    /^(?:([0-9a-f]{7,40})\s+)?(?:\([^)]*\)\s+)?(.*)$/.exec(line.trim()) ?? [];
  return { id: id.slice(0, 8), subject, body: "" };
}

function readFull(lines) {
  const commits = [];
  for (const line of lines) {
    const id = /^commit ([0-9a-f]{7,40})\b/.exec(line)?.[1];
    if (id) commits.push({ id: id.slice(0, 8), subject: "", body: "" });
    const commit = commits.at(-1);
    if (!commit || !line.startsWith("    ")) continue;
    if (commit.subject === "") commit.subject = line.trim();
    else commit.body += `${line.trim()}\n`;
  }
  return commits;
}

function groupOf({ subject, body }) {
  if (/^[\w-]+(\([^)]*\))?!:/.test(subject) || /^BREAKING[ -]CHANGE\b/m.test(body))
    return "Breaking";
  // `fix(parser): x` and `parser: fix x` say the same.
  const words = [subject, subject.replace(/^[^:\s]+(\([^)]*\))?:\s*/, "")];
  const group = GROUPS.find(([, first]) => words.some((word) => first.test(word)));
  return group?.[0] ?? "Changed";
}

function pageOf(version, date, groups) {
  const parts = ORDER.flatMap((name) => {
    const commits = groups.get(name) ?? [];
    if (commits.length === 0) return [];
    const title = name === "Inside" ? "Not noticed by users" : name;
    return [`### ${title}`, "", ...commits.map(tell), ""];
  });
  return [`## ${plain(version)}${date ? ` – ${date}` : ""}`, "", ...parts].join("\n");
}

function tell({ id, subject }) {
  const words = plain(
    subject.replace(
      /^(feat|fix|chore|docs|refactor|test|build|ci|style|perf)(\([^)]*\))?!?:\s*/i,
      "",
    ),
  );
  return `- ${words.charAt(0).toUpperCase()}${words.slice(1)}${id ? ` (${id})` : ""}`;
}

/** A commit's subject is text: it makes no markup of its own. */
function plain(text) {
  return text.replace(/\p{Cc}+/gu, " ").replace(/[\\`*_<>[\]#|]/g, "\\$&");
}
