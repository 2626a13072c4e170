import { chainLink, chainStart } from "../../base/hash-chain.ts";
import type { Database } from "./database.ts";

export type Head = { stream: string; events: number; records: number; hash: string };

/** The ends of the streams that one commit appends to. */
export type Heads = {
  /** The sequence of the next event. */
  nextEvent(stream: string): number;
  /** The place of the next audit record. */
  nextRecord(stream: string, bodyHash: string): { sequence: number; hash: string };
  /** Once, before the commit: each touched row is read once and written once. */
  save(): void;
};

export function createHeads(db: Database): () => Heads {
  const select = db.prepare<Head>(
    "select stream, events, records, hash from heads where stream = ?",
  );
  const upsert = db.prepare(`
    insert into heads (stream, events, records, hash) values (?, ?, ?, ?)
    on conflict (stream) do update
      set events = excluded.events, records = excluded.records, hash = excluded.hash`);

  return () => {
    // A commit is nearly always about one stream.
    const touched: Head[] = [];

    function load(stream: string): Head {
      for (const head of touched) if (head.stream === stream) return head;
      const stored = select.get(stream);
      const head = stored ?? { stream, events: 0, records: 0, hash: chainStart(stream) };
      touched.push(head);
      return head;
    }

    return {
      nextEvent(stream) {
        const head = load(stream);
        head.events += 1;
        return head.events;
      },
      nextRecord(stream, bodyHash) {
        const head = load(stream);
        head.records += 1;
        head.hash = chainLink(head.hash, head.records, bodyHash);
        return { sequence: head.records, hash: head.hash };
      },
      save() {
        for (const head of touched) {
          upsert.run(head.stream, head.events, head.records, head.hash);
        }
      },
    };
  };
}
