import { isAbsolute } from "node:path";
import * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import { systemAudit } from "../gate/audit/system-audit.ts";
import { route } from "./route.ts";

export const backupRoutes = [
  route({
    id: "createBackup",
    method: "POST",
    path: "/v1/backup",
    summary: "Write a whole copy of the database to a file on the server's machine.",
    scope: "admin",
    body: z.strictObject({
      path: z.string().max(4_096).refine(isAbsolute, "must be an absolute path"),
    }),
    example: { path: "/var/backups/capstan.db" },
    answer: z.object({ path: z.string(), sizeBytes: z.int() }),
    async handle({ engine: { gate }, actor, body: { path } }) {
      if (!gate.store.backup) {
        const message = "PostgreSQL has its own tools for this: pg_dump, or a base backup.";
        throw new CapstanError("BACKUP_UNSUPPORTED", message);
      }
      const sizeBytes = await gate.store.backup(path);
      const record = systemAudit(gate, "backup.made", actor.id, { path, size_bytes: sizeBytes });
      await gate.store.journal.commit("backup.made", [record]);
      return { path, sizeBytes };
    },
  }),
];
