import type { ProcessEnd, ProcessSpec, Sandbox } from "./sandbox.ts";

/** A command reads what it is given at the start, and answers with its output alone. */
export type CommandSpec = Omit<ProcessSpec, "stdin" | "ipc"> & {
  readonly stdin?: "none" | Uint8Array;
};

export type CommandResult = ProcessEnd & {
  readonly stdout: string;
  readonly stderr: string;
};

/** Runs a command and answers when it is over, with all that it wrote. */
export async function runToEnd(sandbox: Sandbox, command: CommandSpec): Promise<CommandResult> {
  const process = await sandbox.spawn({ stdin: "none", ...command, ipc: false });
  const [stdout, stderr, end] = await Promise.all([
    readText(process.stdout),
    readText(process.stderr),
    process.end,
  ]);
  return { ...end, stdout, stderr };
}

export async function readText(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
