import { chainLink, chainStart } from "../../base/audit/hash-chain.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Database } from "./database.ts";

/** The end of a session's stream: its last event, its last audit record, that record's hash. */
export type SessionHead = { stream: string; events: number; records: number; hash: string };

/** How many ends are remembered between commits. */
const REMEMBERED = 1_000;

/**
 * Most commits append where the last one did, so that the ends are remembered. The row is still the
 * truth: it is replaced only while it is as remembered, and otherwise the commit is undone.
 */
export function createSessionHeads(db: Database) {
  const select = db.prepare<SessionHead>(
    "select stream, events, records, hash from heads where stream = ?",
  );
  const insert = db.prepare(
    "insert into heads (events, records, hash, stream) values (?, ?, ?, ?)",
  );
  const update = db.prepare(
    "update heads set events = ?, records = ?, hash = ? where stream = ? and events = ? and records = ?",
  );
  const remembered = new Map<string, SessionHead>();
  let touched: { readonly before: SessionHead | undefined; readonly head: SessionHead }[] = [];

  function load(stream: string): SessionHead {
    for (const { head } of touched) if (head.stream === stream) return head;
    const before = remembered.get(stream) ?? select.get(stream);
    const head = before
      ? { ...before }
      : { stream, events: 0, records: 0, hash: chainStart(stream) };
    touched.push({ before, head });
    return head;
  }

  return {
    nextEvent(stream: string): number {
      const head = load(stream);
      head.events += 1;
      return head.events;
    },
    nextRecord(stream: string, bodyHash: string) {
      const head = load(stream);
      head.records += 1;
      head.hash = chainLink(head.hash, head.records, bodyHash);
      return { sequence: head.records, hash: head.hash };
    },
    save(): void {
      for (const { before, head } of touched) {
        const { events, records, hash, stream } = head;
        if (!before) insert.run(events, records, hash, stream);
        else if (update.run(events, records, hash, stream, before.events, before.records) === 0) {
          throw new CapstanError("STATE_CONFLICT", `The end of "${stream}" moved: try again.`);
        }
      }
    },
    end(committed: boolean): void {
      if (remembered.size >= REMEMBERED) remembered.clear();
      for (const { head } of touched) {
        if (committed) remembered.set(head.stream, head);
        else remembered.delete(head.stream);
      }
      touched = [];
    },
  };
}
