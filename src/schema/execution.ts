import * as z from "zod";
import { CommandCall } from "./command-call.ts";
import { HttpCall } from "./http-call.ts";
import { Writes } from "./skill-contract.ts";

/**
 * How a tool runs: plain data, digested together with the tool, read by the executor of its type
 * alone. An approval is bound to that digest, so what runs is what a person saw.
 */
export const Execution = z.object({ type: z.string().min(1).max(64) }).catchall(z.json());
export type Execution = z.infer<typeof Execution>;

/** Code that was loaded into this process. */
export const InProcessExecution = z.strictObject({
  type: z.literal("in_process"),
  capability: z.string(),
  tool: z.string(),
  /** The digest of its text: other code is never taken for it. */
  code: z.string(),
});
export type InProcessExecution = z.infer<typeof InProcessExecution>;

/** An input that is an argument of its own, after those of the call. */
const InputArgument = z.strictObject({
  input: z.string().min(1).max(64),
  /** By name: `--city=<value>`; for a boolean, the flag alone. Left out, by its position. */
  flag: z
    .string()
    .regex(/^--?[A-Za-z][A-Za-z0-9-]{0,63}$/, "is not a flag such as --city")
    .optional(),
  /** What it is where the call says nothing. */
  default: z.union([z.string().max(10_000), z.boolean()]).optional(),
});
export type InputArgument = z.infer<typeof InputArgument>;

/** A program with its arguments. */
export const CommandExecution = z.strictObject({
  type: z.literal("command"),
  call: CommandCall,
  /** The digest of the bundle that the program is part of; none for one of the system. */
  bundle: z.string().min(1).optional(),
  /** The id of the pack that the call is of, where one tool serves all packs. */
  pack: z.string().optional(),
  /** True: the inputs say what runs, letter by letter: `{command, args?, cwd_policy?}`. */
  from_inputs: z.boolean().optional(),
  /** Inputs that follow the arguments of the call, each literally; a list is one for each item. */
  inputs: z.array(InputArgument).max(50).optional(),
  /** What fills places of the call where the inputs say nothing. */
  defaults: z.record(z.string().max(64), z.string().max(10_000)).optional(),
});
export type CommandExecution = z.infer<typeof CommandExecution>;

/** Something about a pack that this process does itself: reading its files, enabling its tools. */
export const PackExecution = z.strictObject({
  type: z.literal("pack"),
  act: z.enum(["open_docs", "read_file", "enable_tools"]),
  /** The pack, and its bundle as the session attached it. */
  pack: z.string(),
  bundle: z.string().min(1),
  entry_doc: z.string(),
});
export type PackExecution = z.infer<typeof PackExecution>;

/** A function of a bundle's file, called in a process of its own. */
export const ChildExecution = z.strictObject({
  type: z.literal("child"),
  /** How it is called: as a skill or as an agent. */
  protocol: z.string().min(1).max(64),
  /** The digest of the bundle that has the file. */
  bundle: z.string().min(1),
  entry: z
    .string()
    .regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0]{1,500}$/, "is not a path in the bundle"),
  /** What the protocol needs to know beside that, such as an agent's action. */
  name: z.string().min(1).max(200),
  timeout_s: z.number().positive().max(3_600).default(60),
  /** What its manifest asks for and it needs: it gets nothing else. */
  permissions: z.array(z.string().max(64)).max(20).optional(),
  /** Programs of the system that it starts. */
  binaries: z.array(z.string().max(200)).max(100).optional(),
  /** How a skill that may ask a model works: with its advice where there is some, or only with it. */
  advisor: z.enum(["hybrid", "advisor_only"]).optional(),
  /** What of what it is given it finds writable. */
  writes: Writes.default("given"),
});
export type ChildExecution = z.infer<typeof ChildExecution>;

/**
 * A test of an agent's code: the calls that the inputs list, each in folders that are made for it and
 * gone after it, or the tests that its author wrote. Nothing else is open to the code.
 */
export const AgentTestExecution = z.strictObject({
  type: z.literal("agent_test"),
  code: ChildExecution,
  /** The files of the author's own tests; left out, the inputs say what is called. */
  own_tests: z.array(z.string().max(500)).max(10_000).optional(),
});
export type AgentTestExecution = z.infer<typeof AgentTestExecution>;

/** One request to another server. */
export const HttpExecution = z.strictObject({ type: z.literal("http"), request: HttpCall });
export type HttpExecution = z.infer<typeof HttpExecution>;

/** A tool of an MCP server. */
export const McpExecution = z.strictObject({
  type: z.literal("mcp"),
  server: z.string().min(1).max(64),
  /** As the server calls it. */
  tool: z.string().min(1).max(128),
  /** The digest of the server's configuration: of what runs, or where a call goes. */
  config: z.string().min(1),
  /** The digest of all that the server says of the tool, and of itself. */
  definition: z.string().min(1),
  /** It runs in a box of this machine, and finds what was opened for it there. */
  boxed: z.boolean().optional(),
  /** Not a tool of the server: its resources, prompts and completion, passed on as tools. */
  passedOn: z.boolean().optional(),
});
export type McpExecution = z.infer<typeof McpExecution>;
