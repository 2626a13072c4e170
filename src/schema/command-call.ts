import * as z from "zod";

const Template = z.string().max(10_000);
/** Only what a program reads itself: names that change how programs are started are not given. */
const VariableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, "is not the name of a variable")
  .refine((name) => !isLoaderVariable(name), "changes how programs are started, and cannot be set");

/** Variables by which an environment runs code of its own in every program (A41). */
const LOADER_VARIABLES: ReadonlySet<string> = new Set([
  ...["PATH", "HOME", "IFS", "ENV", "BASH_ENV", "SHELLOPTS", "PS4", "PROMPT_COMMAND"],
  ...["NODE_OPTIONS", "NODE_PATH", "NODE_EXTRA_CA_CERTS", "NODE_REPL_EXTERNAL_MODULE"],
  ...["PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "PYTHONINSPECT", "PERL5LIB", "PERL5OPT"],
  ...["RUBYLIB", "RUBYOPT", "JAVA_TOOL_OPTIONS", "PAGER", "EDITOR", "VISUAL", "BROWSER"],
]);

function isLoaderVariable(name: string): boolean {
  const upper = name.toUpperCase();
  return LOADER_VARIABLES.has(upper) || /^(LD|DYLD|GIT|NPM_CONFIG|PIP)_|_PROXY$/.test(upper);
}

/**
 * A program and its arguments as templates. A place fills one argument or a part of one: nothing is
 * ever parsed by a shell.
 */
export const CommandCall = z.strictObject({
  /** A program's name, or its path in the bundle: `{{pack_root}}/scripts/report.py`. */
  command: z.string().min(1).max(1_000),
  args: z.array(Template).max(200).default([]),
  cwd: z.enum(["workspace", "pack_root"]).default("workspace"),
  timeout_s: z.number().positive().max(3_600).default(30),
  /** `json`: the inputs, as one JSON object, on standard input. */
  stdin: z.literal("json").optional(),
  env: z.record(VariableName, Template).optional(),
  /** Hosts that it needs; it reaches those of them that it was given. */
  network: z.array(z.string().min(1).max(300)).max(50).optional(),
  /** True: `command` is a line for the system's shell, and `args` are its `$1`, `$2` and so on. */
  shell: z.boolean().optional(),
});
export type CommandCall = z.infer<typeof CommandCall>;

/** Places that are filled with where something lies, not with an input. */
export const RESERVED_PLACES: ReadonlySet<string> = new Set(["pack_root", "workspace"]);
