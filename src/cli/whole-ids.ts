import type { JsonRouteName } from "../http/client/route.ts";
import type { Args } from "./args.ts";
import type { Command, CommandContext } from "./command.ts";
import { usageError } from "./usage-error.ts";

/** What an argument of this name is an id of, and where all of them are listed. */
const KINDS = {
  session_id: { noun: "session", route: "GET /v1/sessions", asAdmin: false },
  approval_id: { noun: "approval", route: "GET /v1/approvals", asAdmin: false },
  agent_id: { noun: "agent", route: "GET /v1/agents", asAdmin: false },
  grant_id: { noun: "grant", route: "GET /v1/grants", asAdmin: false },
  token_id: { noun: "key", route: "GET /v1/tokens", asAdmin: true },
} as const satisfies Record<string, { noun: string; route: JsonRouteName; asAdmin: boolean }>;

type Kind = keyof typeof KINDS;

const WHOLE_LENGTH = 36;
/** Of what follows the kind: less is more likely to be a slip than a choice. */
const LEAST_LENGTH = 4;
const PAGE = 2_000;
const SHOWN = 5;

/** The arguments with every id that was typed in part made whole, where only one begins like that. */
export async function wholeIds(
  { positionals, options, usage }: Command,
  args: Args,
  context: CommandContext,
): Promise<Args> {
  const named = [
    ...positionals.map((name) => [name, name]),
    ...Object.entries(options).map(([name, { value = "" }]) => [name, value.replace(/[<>]/g, "")]),
  ];
  const whole = new Map<string, string>();
  for (const [name = "", kind = ""] of named) {
    const start = isKind(kind) && startOf(kind, args.get(name));
    if (!start) continue;
    const ids = (await idsOf(kind, context)).filter((id) => id.startsWith(start));
    if (ids.length > 1) throw usageError(ambiguous(kind, start, ids), usage);
    // Where none fits, the server says that there is none.
    if (ids[0] !== undefined) whole.set(name, ids[0]);
  }
  if (whole.size === 0) return args;
  return {
    has: args.has,
    rest: args.rest,
    get: (name) => whole.get(name) ?? args.get(name),
    require: (name) => whole.get(name) ?? args.require(name),
  };
}

function isKind(name: string): name is Kind {
  return Object.hasOwn(KINDS, name);
}

/** How the whole id begins; undefined for what is whole, or no part of one. */
function startOf(kind: Kind, given = ""): string | undefined {
  const pattern = /^(?:([a-z]+)_)?([0-9a-f][0-9a-f-]*)…?$/;
  const prefix = kind === "approval_id" ? "appr" : KINDS[kind].noun;
  const [, typedPrefix = prefix, rest = ""] = pattern.exec(given) ?? [];
  const fits = rest.length >= LEAST_LENGTH && rest.length < WHOLE_LENGTH;
  return fits && typedPrefix === prefix ? `${prefix}_${rest}` : undefined;
}

async function idsOf(kind: Kind, context: CommandContext): Promise<string[]> {
  const { route, asAdmin } = KINDS[kind];
  const client = await (asAdmin ? context.admin() : context.client());
  const ids: string[] = [];
  for (;;) {
    const query = { limit: PAGE, offset: ids.length };
    const { items, total } = (await client.request(route, { query })).body;
    ids.push(...items.map(({ id }) => id));
    if (items.length === 0 || ids.length >= total) return ids;
  }
}

function ambiguous(kind: Kind, start: string, ids: readonly string[]): string {
  const more = ids.length > SHOWN ? `, and ${ids.length - SHOWN} more` : "";
  return `${ids.length} ${KINDS[kind].noun}s begin with "${start}": ${ids.slice(0, SHOWN).join(", ")}${more}. Type more of the one that you mean.`;
}
