import { intentId, turnOfIntent } from "../base/intent-id.ts";
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
  principal_id: { noun: "principal", route: "GET /v1/principals", asAdmin: true },
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
  const whole = new Map<string, string>();
  const make = async (name: string, kind: string, given: string | undefined) => {
    if (given === undefined) return;
    const key = `${name} ${given}`;
    if (isKind(kind)) whole.set(key, await wholeId(kind, given, usage, context));
    if (kind === "intent_id") whole.set(key, await wholeIntentId(given, usage, context));
  };
  for (const word of positionals) {
    const name = word.replace(/[?…]$/, "");
    for (const given of args.all(name)) await make(name, name, given);
    await make(name, name, args.get(name));
  }
  for (const [name, { value = "" }] of Object.entries(options)) {
    await make(name, value.replace(/[<>]/g, ""), args.get(name));
  }
  const asWhole = (name: string, given: string) => whole.get(`${name} ${given}`) ?? given;
  return {
    ...args,
    all: (name) => args.all(name).map((given) => asWhole(name, given)),
    get(name) {
      const given = args.get(name);
      return given === undefined ? undefined : asWhole(name, given);
    },
    require: (name) => asWhole(name, args.require(name)),
  };
}

/** What was typed where it is whole, or where no id fits: the server says then that there is none. */
async function wholeId(
  kind: Kind,
  given: string,
  usage: string,
  context: CommandContext,
): Promise<string> {
  const start = startOf(kind, given);
  if (start === undefined) return given;
  const [, end = ""] = start.split("_");
  const all = await idsOf(kind, context);
  const ids = all.filter((id) => id.startsWith(start) || id.endsWith(end));
  if (ids.length > 1) throw usageError(ambiguous(kind, start, ids), usage);
  return ids[0] ?? given;
}

/** The id of a task names its session, which may be typed in part. */
async function wholeIntentId(
  given: string,
  usage: string,
  context: CommandContext,
): Promise<string> {
  const { sessionId, turn } = turnOfIntent(given) ?? {};
  if (sessionId === undefined || turn === undefined) return given;
  return intentId(await wholeId("session_id", sessionId, usage, context), turn);
}

function isKind(name: string): name is Kind {
  return Object.hasOwn(KINDS, name);
}

/** What the whole id begins with, or ends with after its kind; undefined for what is whole, or no part of one. */
function startOf(kind: Kind, given: string): string | undefined {
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
  return `${ids.length} ${KINDS[kind].noun}s begin or end with "${start}": ${ids.slice(0, SHOWN).join(", ")}${more}. Type more of the one that you mean.`;
}
