import type { Io } from "./command.ts";
import { tell } from "./tell.ts";

const AFTER_MS = 1_000;

/** Says on stderr what takes long, once it does. */
export async function whileWaiting<T>(
  { io }: { readonly io: Pick<Io, "err" | "errWidth"> },
  line: string,
  work: Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => tell(io, line), AFTER_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
