import type { Args } from "./args.ts";
import type { Answer, Client } from "./client.ts";
import type { ExitCode } from "./exit-code.ts";

/** Everything a command may touch of the process that runs it. */
export type Io = {
  out(line: string): void;
  err(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTty: boolean;
  /** Milliseconds since 1970. */
  now(): number;
  readStdin(): Promise<string>;
  /** Shows text without ending the line. */
  write(text: string): void;
  /** The next line that is typed, or comes in; undefined when there are no more. */
  ask(question: string): Promise<string | undefined>;
  /** Asks in the terminal without showing what is typed; undefined when nobody is there to ask. */
  askHidden(question: string): Promise<string | undefined>;
};

export type Option = {
  readonly kind: "flag" | "text" | "count";
  readonly summary: string;
  /** What stands for the value in the usage line. */
  readonly value?: string;
  readonly required?: boolean;
};

export type CommandContext = {
  readonly io: Io;
  readonly json: boolean;
  /** Finds a running server or starts one; the same client every time. */
  client(): Promise<Client>;
  /** The same as the admin: by CAPSTAN_ADMIN_KEY, or by the key that a person types. */
  admin(): Promise<Client>;
  /** The server's own JSON with `--json`; otherwise these lines, made safe for a terminal. */
  print<T>(answer: Answer<T>, lines: (body: T) => Lines | Promise<Lines>): Promise<void>;
};

export type Lines = readonly string[];

export type Run = (args: Args, context: CommandContext) => Promise<ExitCode>;

export type Command = {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** Absent for what the composition root does itself, because it needs the home. */
  readonly load?: () => Promise<Run>;
};
