import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const { name, description } = JSON.parse(readFileSync(0, "utf8"));
const folder = join("outputs", name);
if (existsSync(folder)) {
  process.stderr.write(`${folder} is there already: choose another name, or move it away.\n`);
  process.exitCode = 1;
} else {
  const asset = (file) => readFileSync(new URL(`../assets/${file}`, import.meta.url), "utf8");
  const title = name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
  const values = { name, title, description: JSON.stringify(description) };
  const entry = asset("SKILL.md").replace(/\{\{(\w+)\}\}/g, (_, key) => values[key] ?? "");
  const files = {
    "SKILL.md": entry,
    "tools.json": asset("tools.json"),
    "scripts/hello.mjs": asset("hello.mjs"),
    "references/more.md": "# More\n\nWhat is needed now and then, named in SKILL.md where it is.\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const made = Object.keys(files).map((path) => join(folder, path));
  process.stdout.write(`${JSON.stringify({ folder, files: made })}\n`);
}
