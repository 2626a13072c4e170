import { AGENT_CAPABILITIES } from "./agent-capabilities-mvp.ts";
import { CAPABILITIES_SPECIFICATION } from "./capabilities-specification.ts";
import { CAPABILITY_ABSTRACTION_LAYER } from "./capability-abstraction-layer.ts";
import { CAPABILITY_PACKS } from "./capability-packs.ts";
import type { Document, Row } from "./document.ts";
import { INTENTOS_CAPABILITIES } from "./intentos-capability-specification.ts";
import { ONE_SYSTEM } from "./one-system.ts";

export const DOCUMENTS: readonly Document[] = [
  CAPABILITIES_SPECIFICATION,
  AGENT_CAPABILITIES,
  CAPABILITY_ABSTRACTION_LAYER,
  INTENTOS_CAPABILITIES,
  CAPABILITY_PACKS,
  ONE_SYSTEM,
];

/** Every requirement by its number. */
export const ROWS: ReadonlyMap<string, Row> = new Map(
  DOCUMENTS.flatMap(({ rows }) => Object.entries(rows)).map(([id, row]) => [
    id,
    typeof row === "string" ? { text: row, mark: null } : row,
  ]),
);
