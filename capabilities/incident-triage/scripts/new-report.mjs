import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const PAGE = "outputs/incident.md";

const inputs = JSON.parse(readFileSync(0, "utf8"));
const template = readFileSync(new URL("../assets/report.md", import.meta.url), "utf8");
if (existsSync(PAGE)) {
  process.stderr.write(`${PAGE} is there already: edit it, or move it away first.\n`);
  process.exitCode = 1;
} else {
  mkdirSync("outputs", { recursive: true });
  // In one go: what a value says is never filled in again.
  const page = template.replace(/\{\{(\w+)\}\}/g, (_, name) => String(inputs[name] ?? ""));
  writeFileSync(PAGE, page);
  process.stdout.write(`${JSON.stringify({ page: PAGE })}\n`);
}
