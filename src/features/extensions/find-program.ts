import type { JsonObject } from "../../base/json.ts";
import { RESERVED_PLACES } from "../../schema/command-call.ts";
import { decodeDoc } from "../bundles/read/decode-doc.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import { RUN_HANDLER } from "./run-handler.ts";
import { shownText } from "./shown-text.ts";

/** The program that a command is; or why there is none. */
export type FoundProgram =
  | {
      readonly command: string;
      readonly args: readonly string[];
      /** Inputs that stand in `args`; undefined where the inputs follow them, one each. */
      readonly places?: readonly string[];
    }
  | { readonly problem: string };

type Files = Pick<ReadBundle, "bundle" | "contents">;

const HANDLERS = ["handlers.py", "commands/handlers.py"];
const HANDLER_RUNNERS = new Set(["builtin", "exec.python_handler", ""]);
const MAX_FIRST_LINE = 200;
/** What a first line may hold: nothing that could be a place in a template. */
const WORD = /^[A-Za-z0-9/._+=,:@-]+$/;
const INTERPRETERS: ReadonlyMap<string, string> = new Map([
  ["sh", "sh"],
  ["bash", "bash"],
  ["py", "python3"],
  ["js", "node"],
  ["mjs", "node"],
]);

/** Nothing of it is run to be found, and nothing outside the folder is one. */
export function findProgram(files: Files, id: string, fields: JsonObject): FoundProgram {
  const entry = fields.entrypoint ?? fields.script;
  if (entry !== undefined && entry !== null) return fromEntry(files, shownText(entry, 500));
  const runner = shownText(fields.runner, 64);
  const [line, ...others] = Array.isArray(fields.allowed_commands) ? fields.allowed_commands : [];
  if (others.length > 0) {
    return { problem: `It names ${others.length + 1} programs, and not which of them it is.` };
  }
  if (typeof line === "string") return fromLine(line);
  const handlers = HANDLERS.find((path) => textOf(files, path) !== undefined);
  if (HANDLER_RUNNERS.has(runner) && handlers !== undefined)
    return fromHandlers(files, handlers, id);
  if (runner === "") return { problem: "Nothing says which program it is: it has no entrypoint." };
  const needs = HANDLER_RUNNERS.has(runner)
    ? "a handlers.py, which is not in the folder"
    : "a program that the folder does not name";
  return { problem: `It is declared and not implemented: its runner "${runner}" needs ${needs}.` };
}

/** A script of the folder, by its own first line; without one, by the end of its name. */
function fromEntry(files: Files, entry: string): FoundProgram {
  const plain = entry.replace(/^(?:\.\/)+/, "");
  const path = [plain, `commands/${plain}`].find((one) => textOf(files, one) !== undefined);
  if (path === undefined) return { problem: `Its entrypoint "${entry}" is not in the folder.` };
  if (!/^[^{}$]+$/.test(path))
    return { problem: 'Its entrypoint has "{", "}" or "$" in its name.' };
  const [first = ""] = (textOf(files, path) ?? "").split("\n", 1);
  const script = `{{pack_root}}/${path}`;
  if (first.startsWith("#!")) return fromFirstLine(first, script);
  const ending = /\.([a-z]+)$/.exec(path)?.[1] ?? "";
  const interpreter = INTERPRETERS.get(ending);
  if (interpreter !== undefined) return { command: interpreter, args: [script] };
  return { problem: `The first line of "${path}" does not name a program: begin it with "#!".` };
}

function fromFirstLine(line: string, script: string): FoundProgram {
  const words = line.slice(2, MAX_FIRST_LINE).trim().split(/\s+/);
  if (words[0] === "/usr/bin/env" || words[0] === "/bin/env") words.shift();
  if (words[0] === "-S") words.shift();
  const [program = "", ...args] = words;
  const name = program.replace(/^(?:\/usr)?(?:\/local)?\/bin\//, "");
  const isOwn = name.includes("/") && !name.startsWith("/");
  if (isOwn || name.startsWith("-") || ![name, ...args].every((word) => WORD.test(word))) {
    return { problem: `Its first line, "${shownText(line, 80)}", does not name a program.` };
  }
  return { command: name === "python" ? "python3" : name, args: [...args, script] };
}

/** `echo {message}`: each word is one argument, and nothing reads it as a line of a shell. */
function fromLine(line: string): FoundProgram {
  const [program = "", ...words] = line.trim().split(/\s+/);
  const places: string[] = [];
  const args = words.map((word) =>
    word.replaceAll(/\{([A-Za-z_][A-Za-z0-9_-]{0,63})\}/g, (_whole, name: string) => {
      places.push(name);
      return `\0${name}\0`;
    }),
  );
  const rest = args.map((arg) => arg.replaceAll(/\0[^\0]*\0/g, "")).join("");
  if (!WORD.test(program) || /[;&|<>$`"'\\*?~(){}[\]!#]/.test(rest)) {
    return {
      problem: `"${shownText(line, 80)}" needs a shell, which nothing of an extension gets.`,
    };
  }
  const reserved = places.find((name) => RESERVED_PLACES.has(name));
  if (reserved !== undefined) return { problem: `"{${reserved}}" is reserved.` };
  const filled = args.map((arg) => arg.replaceAll(/\0([^\0]*)\0/g, "{{$1}}"));
  return { command: program, args: filled, places: [...new Set(places)] };
}

/** A function of `HANDLERS`: whether it is there is read, not tried. */
function fromHandlers(files: Files, path: string, id: string): FoundProgram {
  const text = textOf(files, path) ?? "";
  if (!text.includes(`"${id}"`) && !text.includes(`'${id}'`)) {
    return { problem: `It is declared and not implemented: "${path}" has no "${id}".` };
  }
  const folder = path.includes("/") ? "{{pack_root}}/commands" : "{{pack_root}}";
  return { command: "python3", args: ["-I", "-c", RUN_HANDLER, folder, id, "--"] };
}

function textOf({ bundle, contents }: Files, path: string): string | undefined {
  const file = bundle.files.find((one) => one.path === path);
  const bytes = file && contents.get(file.digest);
  return bytes && decodeDoc(bytes).text;
}
