import pg from "pg";
import { CapstanError } from "../../base/errors.ts";

/** Of require_row, in migrations/0001-nouns.ts. */
const NOT_AS_READ = "CAP01";

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const FOREIGN_KEY_VIOLATION = "23503";
const UNIQUE_VIOLATION = "23505";
const UNDONE = new Set(["40001", "40P01"]);

/** Not from the server, or the server's last words: the connection is of no more use. */
export function isLost(error: unknown): boolean {
  if (error instanceof CapstanError) return false;
  return !(error instanceof pg.DatabaseError) || /^(?:08|57P)/.test(error.code ?? "");
}

/** A deadlock, or two that could not be put in an order: nothing was stored, and it may be tried again. */
export function wasUndone(error: unknown): boolean {
  const cause = error instanceof CapstanError ? error.cause : error;
  return cause instanceof pg.DatabaseError && UNDONE.has(cause.code ?? "");
}

/** The server may have committed before the connection broke. To send it again could store it twice. */
export function unknownOutcome(cause: unknown): CapstanError {
  return new CapstanError(
    "STORE_UNAVAILABLE",
    "The connection to PostgreSQL was lost during a commit: read whether it was stored, then retry.",
    { cause, details: { outcome: "unknown" } },
  );
}

/** A pooler that shares sessions knows no startup parameters, and loses prepared statements. */
const OF_POOLERS =
  /unsupported startup parameter|prepared statement "[^"]*" (?:does not|already) exist|pgbouncer/i;
const POOLED =
  "A connection pooler such as PgBouncer stands before PostgreSQL. Capstan needs sessions of its own: name the address of PostgreSQL itself, or let the pooler use pool_mode = session and ignore_startup_parameters.";

function ofPooler(cause: unknown): CapstanError | undefined {
  if (!(cause instanceof Error) || !OF_POOLERS.test(cause.message)) return undefined;
  return new CapstanError("STORE_UNAVAILABLE", POOLED, { cause });
}

export function unreachable(cause: unknown): CapstanError {
  const pooled = ofPooler(cause);
  if (pooled) return pooled;
  return new CapstanError(
    "STORE_UNAVAILABLE",
    `PostgreSQL cannot be reached${inBrackets(cause)}: check that it runs, and its address.`,
    { cause },
  );
}

export function translate(cause: unknown): CapstanError {
  if (cause instanceof CapstanError) return cause;
  const code = codeOf(cause);
  if (code === UNIQUE_VIOLATION) {
    return new CapstanError("STATE_CONFLICT", "This was already recorded: read it again.", {
      cause,
    });
  }
  if (code === FOREIGN_KEY_VIOLATION) {
    const message = "The record that this belongs to is gone: read it again.";
    return new CapstanError("STATE_CONFLICT", message, { cause });
  }
  if (code === NOT_AS_READ && cause instanceof Error) {
    return new CapstanError(
      "STATE_CONFLICT",
      `${cause.message} changed meanwhile: read it again.`,
      { cause },
    );
  }
  const message = `PostgreSQL failed${inBrackets(cause)}: retry, and see its log.`;
  const pooled = ofPooler(cause);
  if (pooled) return pooled;
  return new CapstanError("STORE_UNAVAILABLE", message, { cause });
}

function inBrackets(cause: unknown): string {
  const code = codeOf(cause);
  return code === undefined ? "" : ` (${code})`;
}

function codeOf(cause: unknown): string | undefined {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : undefined;
}
