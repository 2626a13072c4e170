import { Duplex } from "node:stream";

/**
 * A program starts when it has asked on this descriptor and we have answered. Bubblewrap binds its
 * box to its own life only when the box is made: were we killed before that, the program would run
 * without anyone who could end it. So it asks when that is done, and without an answer it ends.
 */
export function gateArguments(descriptor: number): string[] {
  const ask = `echo >&${descriptor} && read -r go <&${descriptor} || exit 1`;
  return ["/bin/sh", "-c", `${ask}; exec ${descriptor}>&-; exec "$@"`, "sh"];
}

/** Answers when what has to be done first is done, unless it is closed before. */
export function openGate(
  stream: unknown,
  first: Promise<unknown>,
  mayStart: () => Promise<boolean>,
): { close(): void } {
  if (!(stream instanceof Duplex)) return { close() {} };
  const answer = async () => {
    await first;
    if (await mayStart()) stream.end("\n");
  };
  stream.once("data", () => void answer());
  return { close: () => void stream.destroy() };
}
