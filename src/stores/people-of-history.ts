import type { MigrationStep } from "./migration-steps.ts";
import type { Dialect } from "./sql.ts";

/** Where a name of a token stood before there were ids, in columns of their own. */
const ACTORS = [
  ["sessions", "created_by"],
  ["invocations", "actor"],
  ["standing_grants", "actor"],
  ["standing_grants", "created_by"],
  ["standing_grants", "revoked_by"],
  ["approvals", "answered_by"],
  ["agent_context_state", "actor"],
  ["delegations", "actor"],
  ["custom_capabilities", "created_by"],
  ["mcp_servers", "created_by"],
  ["packs", "added_by"],
  ["installed_folders", "installed_by"],
  ["openings", "given_by"],
  ["halt", "set_by"],
] as const;

/** Not of a token: what stands in the owner's settings, and Capstan itself. */
const NOBODY = "('system', 'settings', '')";

type Words = {
  readonly text: string;
  readonly now: string;
  readonly newDigits: string;
  readonly isName: string;
  readonly auditActor: string;
  readonly ledgerActor: string;
};

const WORDS: Readonly<Record<Dialect, Words>> = {
  sqlite: {
    text: "text",
    now: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
    newDigits: "lower(hex(randomblob(6)))",
    isName: "name not glob '*[^a-zA-Z0-9._@-]*'",
    // A record that was tampered with may be no JSON: audit.verify tells that.
    auditActor: "case when json_valid(body) then body ->> 'actor' end",
    ledgerActor: "ledger.invocation ->> 'actor'",
  },
  // Not every body is JSON that PostgreSQL can read: both are taken from the text.
  postgres: {
    text: 'text collate "C"',
    now: `to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    newDigits: "right(gen_random_uuid()::text, 12)",
    isName: "name ~ '^[a-zA-Z0-9._@-]+$'",
    auditActor: `substring(body from '^\\{"actor":"([^"\\\\]+)"')`,
    ledgerActor: `substring(ledger.invocation from '"actor":"([^"\\\\]+)"')`,
  },
};

/**
 * One principal for each name that the database knows. Of several living tokens with one name the
 * oldest keeps it, and each other one gets a principal of its own. The audit trail stays as it is:
 * its records keep the names, and `former_name` says whose they are.
 */
export function peopleOfHistory(dialect: Dialect): readonly MigrationStep[] {
  const { text, now, newDigits, isName, auditActor, ledgerActor } = WORDS[dialect];
  const mayApprove = "scopes like '%approve%' or scopes like '%admin%'";
  const isLiving = (token: string) =>
    `${token}.revoked_at is null and (${token}.expires_at is null or ${token}.expires_at > ${now})`;
  const named = ACTORS.map(([table, column]) => `select ${column} as name from ${table}`);
  const columns =
    "(id, kind, name, state, origin, former_name, split_from, created_at, changed_at)";

  return [
    {
      says: "the names in the audit trail",
      sql: `
        create table principals (
          id           ${text} primary key,
          kind         text not null,
          name         text not null,
          state        text not null,
          origin       text not null,
          -- what records and rules from before there were ids call it
          former_name  ${text} unique,
          -- the principal of the older token with the same name
          split_from   text,
          created_at   text not null,
          last_seen_at text,
          -- serves principals.changedSince
          changed_at   ${text} not null
        )${dialect === "sqlite" ? " strict, without rowid" : ""};
        create index principals_by_change on principals (changed_at);

        insert into principals ${columns}
        select 'prn_' || name, 'user', name, 'active', 'local', name, null, ${now}, ${now}
        from (select 'owner' as name union all select 'admin') as first;

        insert into principals ${columns}
        select
          'prn_00000000-0000-7000-8000-' || ${newDigits},
          case when exists (select 1 from tokens where actor = name and (${mayApprove}))
            then 'user' else 'service' end,
          name, 'active', 'local', name, null,
          coalesce((select min(created_at) from tokens where actor = name), ${now}), ${now}
        from (
          select distinct name from (
            ${named.join(" union all ")}
            union all select ${auditActor} as name from audit
          ) as written
          where name is not null and name not in ${NOBODY} and ${isName}
          union select actor as name from tokens
        ) as known
        where name not in ('owner', 'admin');`,
    },
    {
      says: "whose each key is",
      sql: `
        insert into principals ${columns}
        select 'prn_' || substr(t.id, 7),
          case when ${mayApprove} then 'user' else 'service' end,
          t.actor, 'active', 'local', null, p.id, t.created_at, ${now}
        from tokens t join principals p on p.former_name = t.actor
        where t.actor not in ('owner', 'admin') and ${isLiving("t")} and exists (
          select 1 from tokens o where o.actor = t.actor and o.id < t.id and ${isLiving("o")}
        );

        alter table tokens rename column actor to principal_id;
        update tokens set principal_id = coalesce(
          (select p.id from principals p where p.id = 'prn_' || substr(tokens.id, 7)),
          (select p.id from principals p where p.former_name = tokens.principal_id)
        );`,
    },
    ...ACTORS.map(([table, column]) => ({
      says: `who is named in ${table}.${column}`,
      sql: `
        update ${table} set ${column} = (
          select p.id from principals p where p.former_name = ${table}.${column}
        )
        where ${column} not in ${NOBODY} and ${column} in (
          select former_name from principals where former_name is not null
        );`,
    })),
    {
      says: "whose the calls are that have not ended",
      sql: `
        update ledger set invocation = (
          select replace(
            ledger.invocation,
            '"actor":"' || p.former_name || '"',
            '"actor":"' || p.id || '"'
          )
          from principals p where p.former_name = ${ledgerActor}
        )
        where invocation is not null and ${ledgerActor} in (
          select former_name from principals where former_name is not null
        );`,
    },
  ];
}
