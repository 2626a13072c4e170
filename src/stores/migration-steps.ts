/** A part of a migration that may take long, and what to tell of it. */
export type MigrationStep = { readonly says: string; readonly sql: string };

/** Told of the parts of a migration that takes long. */
export type TellStep = (line: string) => void;

/** A shorter one is over before anybody looks. */
const SHORT_MS = 1_000;

/** The statements of the parts, one after the other; told of each once it has taken a while. */
export function* tellSteps(
  steps: readonly MigrationStep[],
  tell: TellStep,
): Generator<string, void> {
  const started = performance.now();
  for (const [index, { says, sql }] of steps.entries()) {
    if (performance.now() - started > SHORT_MS) {
      tell(`Upgrading the database, part ${index + 1} of ${steps.length}: ${says}.`);
    }
    yield sql;
  }
}
