import { mkdirSync } from "node:fs";
import { basename, extname } from "node:path";

/** Calls a tool with its arguments, and prints what it answers as JSON, or why it could not. */
export function run(count, tool) {
  const given = process.argv.slice(2);
  const args = given[0] === "--" ? given.slice(1) : given;
  try {
    if (args.length !== count) throw new Error(`It takes ${count} arguments.`);
    mkdirSync("outputs", { recursive: true });
    process.stdout.write(`${JSON.stringify(tool(args), null, 2)}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Where something that is made of a file goes: `outputs/sales`. */
export function outputName(...parts) {
  const names = parts.map((part, index) => {
    const name = index === 0 ? basename(part, extname(part)) : part;
    return name.replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 80);
  });
  return `outputs/${names.join("-").replace(/^\.+/, "")}`;
}
