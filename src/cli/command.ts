import type { Args } from "./args.ts";
import type { Answer, Client } from "./client.ts";
import type { ExitCode } from "./exit-code.ts";
import type { Line } from "./line.ts";
import type { Terminal } from "./presence/terminal.ts";

/** Everything a command may touch of the process that runs it. */
export type Io = {
  out(line: string): void;
  err(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a terminal shows what is put out. */
  readonly isTty: boolean;
  /** Whether a person types what comes in. */
  readonly isTyped: boolean;
  readonly hasColour: boolean;
  /** Columns of the terminal; undefined where it is none. */
  readonly width: number | undefined;
  /** The terminal that shows and is typed at. */
  terminal(): Terminal | undefined;
  /** Columns of the terminal that shows stderr; undefined where it is none. */
  readonly errWidth: number | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  readStdin(): Promise<string>;
  /** Shows text without ending the line, or passes bytes on as they are. */
  write(text: string | Uint8Array): void;
  /** The next line that is typed, or comes in. */
  ask(question: string, options?: AskOptions): Promise<Typed>;
  /**
   * Reads from now on whatever is typed, so that none of it is left for the shell, and tells of each
   * Ctrl+C that is no answer to a question.
   */
  onInterrupt(listener: () => void): void;
  /** Gives the terminal back. What was typed and not asked for is dropped. */
  close(): Promise<void>;
  /** Asks in the terminal without showing what is typed; undefined when nobody is there to ask. */
  askHidden(question: string): Promise<string | undefined>;
};

/** A line; or why there is none. */
export type Typed = { readonly line: string } | "ended" | "interrupted";

export type AskOptions = {
  /** Only what is typed from now on answers this: nobody agrees to what they have not seen. */
  readonly fresh?: boolean;
  /** Neither shown nor remembered. */
  readonly hidden?: boolean;
};

/** What a list may use of the terminal that shows it. */
export type Screen = { readonly width: number | undefined; readonly now: number };

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
  /** Where the server is now, also when it is another than before. */
  findServer(): Promise<string>;
  /** The same as the admin: by CAPSTAN_ADMIN_KEY, by presence at this terminal, or by a typed key. */
  admin(): Promise<Client>;
  /** The same by the admin's own key alone, for what a short-lived one may not do. */
  lastingAdmin(): Promise<Client>;
  /** What `admin` sends. */
  adminKey(): Promise<string>;
  /** The server's own JSON with `--json`; otherwise these lines, made safe for a terminal. */
  print<T>(
    answer: Answer<T>,
    lines: (body: T, screen: Screen) => Lines | Promise<Lines>,
  ): Promise<void>;
};

export type Lines = readonly Line[];

export type Run = (args: Args, context: CommandContext) => Promise<ExitCode>;

export type Command = {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  /** With a `?` behind it, one may be left out; the last with a `…` takes any number. */
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** What may follow the positionals, as the usage line shows it. */
  readonly rest?: string;
  /** Absent for what the composition root does itself, because it needs the home. */
  readonly load?: () => Promise<Run>;
};
