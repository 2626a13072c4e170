import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareReplace } from "./prepare-insert.ts";
import { requireChanged } from "./require-changed.ts";

export function prepareSystemAppliers(
  db: Database,
): Appliers<"halt.set" | "halt.lift" | "note.put"> {
  const setHalt = db.prepare("insert into halt (id, set_by, reason, since) values (1, ?, ?, ?)");
  const liftHalt = db.prepare("delete from halt");
  const putNote = prepareReplace(db, "notes", ["name", "value"]);

  return {
    "halt.set": ({ halt }) => {
      setHalt.run(halt.by, halt.reason, halt.since);
    },
    "halt.lift": () => requireChanged(liftHalt.run(), "The halt"),
    "note.put": ({ name, value }) => putNote({ name, value }),
  };
}
