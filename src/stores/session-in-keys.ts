import type { MigrationStep } from "./migration-steps.ts";
import type { Dialect } from "./sql.ts";

/**
 * A session belongs into the key of each row that belongs to it, so that whole sessions can lie in
 * databases of their own. Calls and approvals are many and are asked for by their session or by
 * their id alone, so they have an index for both; the other tables are short and begin with the id.
 */
export function sessionInKeys(dialect: Dialect): readonly MigrationStep[] {
  return dialect === "sqlite" ? ON_SQLITE : ON_POSTGRES;
}

/** SQLite cannot change a key: each table is written anew. */
const ON_SQLITE: readonly MigrationStep[] = [
  {
    says: "the session of each call",
    sql: `
      create table keyed_invocations (
        -- '' where it belongs to none
        session_id text    not null,
        id         text    not null,
        actor      text    not null,
        position   integer,
        message_id text,
        state      text    not null,
        body       text    not null,
        primary key (session_id, id)
      ) strict;
      insert into keyed_invocations
        select coalesce(body ->> 'sessionId', ''), id, actor, position, message_id, state, body
        from invocations order by rowid;
      drop table invocations;
      alter table keyed_invocations rename to invocations;

      -- serves invocations.get
      create index invocations_by_id on invocations (id);

      -- serves invocations.getByMessageId, and makes a repeated call a conflict
      create unique index invocations_by_caller on invocations (actor, message_id)
        where message_id is not null and position is null;`,
  },
  {
    says: "the session of each approval",
    sql: `
      create table keyed_approvals (
        -- '' where it belongs to none
        session_id       text not null,
        id               text not null,
        state            text not null,
        level            text not null,
        invocation_id    text not null,
        tool_id          text not null,
        risk_level       text not null,
        side_effect_tags text not null check (json_valid(side_effect_tags)),
        inputs           text not null check (json_valid(inputs)),
        preview          text check (json_valid(preview)),
        reason           text not null,
        access           text,
        roots            text,
        opened           text,
        changed          text check (json_valid(changed)),
        rewritten        text check (json_valid(rewritten)),
        edited           text,
        denial_reason    text,
        binding          text not null check (json_valid(binding)),
        expires_at       text not null,
        created_at       text not null,
        answered_by      text,
        answered_at      text,
        -- serves approvals.list of one session
        primary key (session_id, id)
      ) strict;
      insert into keyed_approvals
        select coalesce(session_id, ''), id, state, level, invocation_id, tool_id, risk_level,
          side_effect_tags, inputs, preview, reason, access, roots, opened, changed, rewritten,
          edited, denial_reason, binding, expires_at, created_at, answered_by, answered_at
        from approvals order by rowid;
      drop table approvals;
      alter table keyed_approvals rename to approvals;

      -- serves approvals.get, and approvals.list of all
      create index approvals_by_id on approvals (id);

      -- serves approvals.getByInvocation: the newest of a call
      create index approvals_by_invocation on approvals (invocation_id, id);

      -- serves approvals.list of what is pending, and approvals.listExpired
      create index approvals_pending on approvals (id, expires_at) where state = 'pending';`,
  },
  {
    says: "the session of what has not ended",
    sql: `
      create table keyed_ledger (
        invocation_id text    not null,
        session_id    text    not null,
        status        text    not null,
        attempt       integer not null,
        owner         text    not null,
        start_before  text    not null,
        intended_at   text    not null,
        invocation    text,
        context_id    text,
        primary key (invocation_id, session_id)
      ) strict, without rowid;
      insert into keyed_ledger
        select invocation_id, coalesce(
          invocation ->> 'sessionId',
          (select session_id from invocations where id = invocation_id), ''
        ), status, attempt, owner, start_before, intended_at, invocation, context_id
        from ledger;
      drop table ledger;
      alter table keyed_ledger rename to ledger;
      create unique index ledger_context on ledger (context_id) where context_id is not null;

      create table keyed_awaited_calls (
        invocation_id text not null,
        session_id    text not null,
        -- of who calls what with which inputs
        digest        text not null,
        connection    text not null,
        asked_at      text not null,
        primary key (invocation_id, session_id)
      ) strict, without rowid;
      insert into keyed_awaited_calls
        select invocation_id, session_id, digest, connection, asked_at from awaited_calls;
      drop table awaited_calls;
      alter table keyed_awaited_calls rename to awaited_calls;
      create index awaited_calls_digest on awaited_calls (digest);
      create index awaited_calls_session on awaited_calls (session_id);

      create table keyed_deliveries (
        id         text    not null,
        session_id text    not null,
        type       text    not null,
        body       text    not null,
        attempts   integer not null,
        due_at     text    not null,
        created_at text    not null,
        primary key (id, session_id)
      ) strict;
      insert into keyed_deliveries
        select id, coalesce(body ->> '$.data.session_id', ''), type, body, attempts, due_at,
          created_at
        from deliveries order by rowid;
      drop table deliveries;
      alter table keyed_deliveries rename to deliveries;

      -- serves deliveries.listDue
      create index deliveries_by_due on deliveries (due_at, id);`,
  },
];

const ADD_SESSION = `add column session_id text collate "C" not null default ''`;

/** Taken from the text, where it stands first: not every body is JSON that PostgreSQL can read. */
const sessionIn = (body: string, name = "sessionId") =>
  `coalesce(replace(nullif(substring(${body} from '"${name}":(null|"[^"]*")'), 'null'), '"', ''), '')`;

const ON_POSTGRES: readonly MigrationStep[] = [
  {
    says: "the session of each call",
    sql: `
      alter table invocations ${ADD_SESSION}, drop constraint invocations_pkey;
      update invocations set session_id = ${sessionIn("body")};
      alter table invocations add primary key (session_id, id);

      -- serves invocations.get
      create index invocations_by_id on invocations (id);`,
  },
  {
    says: "the session of each approval",
    sql: `
      update approvals set session_id = '' where session_id is null;
      alter table approvals
        alter column session_id set default '', alter column session_id set not null,
        drop constraint approvals_pkey;
      drop index approvals_by_session;
      alter table approvals add primary key (session_id, id);

      -- serves approvals.get, and approvals.list of all
      create index approvals_by_id on approvals (id);`,
  },
  {
    says: "the session of what has not ended",
    sql: `
      alter table ledger ${ADD_SESSION}, drop constraint ledger_pkey;
      update ledger set session_id = case
        when invocation is not null then ${sessionIn("invocation")}
        else coalesce((select i.session_id from invocations i where i.id = invocation_id), '') end;
      alter table ledger add primary key (invocation_id, session_id);

      alter table awaited_calls
        drop constraint awaited_calls_pkey, add primary key (invocation_id, session_id);

      alter table deliveries ${ADD_SESSION}, drop constraint deliveries_pkey;
      update deliveries set session_id = ${sessionIn("body", "session_id")};
      alter table deliveries add primary key (id, session_id);`,
  },
];
