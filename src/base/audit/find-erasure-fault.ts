import type { Fault } from "./chain-fault.ts";
import type { Erasures } from "./erasures.ts";

type LogRecord = Parameters<Erasures["take"]>[0];

/** After the last record. What was erased while it was read is read once more, by `readAgain`. */
export async function findErasureFault(
  erasures: Erasures,
  readAgain: (streams: ReadonlySet<string>) => AsyncIterable<LogRecord>,
): Promise<Fault | undefined> {
  const fault = erasures.findFault();
  if (!fault) return undefined;
  const mixed = erasures.startAgain();
  if (mixed.size === 0) return fault;
  for await (const record of readAgain(mixed)) erasures.takeAgain(record);
  return erasures.findFault();
}
