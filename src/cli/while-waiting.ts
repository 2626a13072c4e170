import type { Io } from "./command.ts";

const AFTER_MS = 1_000;

/** Says on stderr what takes long, once it does. */
export async function whileWaiting<T>(
  { io }: { readonly io: Pick<Io, "err"> },
  line: string,
  work: Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => io.err(line), AFTER_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
