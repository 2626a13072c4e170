import type { Principal } from "../http/client/wire.ts";
import { columns } from "./columns.ts";

export function principalLines(it: Principal): string[] {
  return columns([
    ["principal", it.id],
    ["name", it.name],
    ["kind", it.kind],
    ["state", it.state],
    ["since", it.created_at],
    ["last seen", it.last_seen_at ?? "never"],
  ]);
}
