import * as z from "zod";
import type { Held } from "../gate/access/access-book.ts";
import { giveAccess, trustOf } from "../gate/access/give-access.ts";
import type { Gate } from "../gate/gate.ts";
import { Verb } from "../schema/access.ts";
import { Page } from "../schema/page.ts";
import { Person } from "../schema/principal.ts";
import { route } from "./route.ts";
import { listOf } from "./views.ts";

const CapabilityPath = z.object({ id: z.string() });

const AccessBody = z.strictObject({
  paths: z
    .array(
      z.strictObject({
        root: z.string().max(4_096),
        verbs: z.array(Verb).min(1),
        /** Only for calls of this session. */
        session_id: z.string().nullable().optional(),
      }),
    )
    .max(200)
    .default([]),
  hosts: z.array(z.string().max(300)).max(200).default([]),
});

/** One folder or host that is open, and who opened it. */
export const OpeningView = z.object({
  capabilityId: z.string(),
  root: z.string().nullable(),
  host: z.string().nullable(),
  verbs: z.array(Verb),
  from: z.enum(["settings", "definition", "given"]),
  sessionId: z.string().nullable(),
  givenBy: Person,
  givenAt: z.string().nullable(),
  machine: z.string().nullable(),
  /** Whether it lies on the machine that answers. */
  isHere: z.boolean(),
  /** Whether it is still the folder that was opened; null where that cannot be seen from here. */
  isSame: z.boolean().nullable(),
});

export const AccessView = z.object({
  capabilityId: z.string(),
  /** The machine that answers. */
  machine: z.string(),
  paths: z.array(z.object({ root: z.string(), verbs: z.array(Verb) })).readonly(),
  hosts: z.array(z.string()).readonly(),
  items: z.array(OpeningView).readonly(),
});

export const accessRoutes = [
  route({
    id: "listAccess",
    method: "GET",
    path: "/v1/access",
    summary: "Every folder and host that is open to a capability.",
    scope: "approve",
    query: Page,
    answer: listOf(OpeningView),
    async handle({ engine: { gate }, query: { limit, offset } }) {
      await gate.access.refresh();
      const held = gate.access.list();
      const shown = held.slice(offset, offset + limit);
      const items = await Promise.all(shown.map((opening) => viewOpening(gate, opening)));
      return { items, total: held.length };
    },
  }),
  route({
    id: "getAccess",
    method: "GET",
    path: "/v1/capabilities/:id/access",
    summary: "What a capability may touch on this machine, and who opened it.",
    scope: "approve",
    params: CapabilityPath,
    answer: AccessView,
    handle: ({ engine: { gate }, params: { id } }) => viewAccess(gate, id),
  }),
  route({
    id: "putAccess",
    method: "PUT",
    path: "/v1/capabilities/:id/access",
    summary: "Open exactly these folders and hosts; what the settings open stays.",
    scope: "approve",
    params: CapabilityPath,
    body: AccessBody,
    example: { paths: [{ root: "/srv/reports", verbs: ["read"] }], hosts: [] },
    answer: AccessView,
    async handle({ engine: { gate }, params: { id }, body, actor }) {
      const paths = body.paths.map(({ root, verbs, session_id = null }) => ({
        root,
        verbs,
        sessionId: session_id,
      }));
      await giveAccess(gate, id, { paths, hosts: body.hosts }, actor);
      return viewAccess(gate, id);
    },
  }),
];

async function viewAccess(gate: Gate, id: string): Promise<z.infer<typeof AccessView>> {
  trustOf(gate, id);
  await gate.access.refresh();
  const held = gate.access.list(id);
  return {
    capabilityId: id,
    machine: gate.folders.machine,
    paths: held.flatMap(({ root, verbs }) => (root === null ? [] : [{ root, verbs }])),
    hosts: held.flatMap(({ host }) => host ?? []),
    items: await Promise.all(held.map((opening) => viewOpening(gate, opening))),
  };
}

async function viewOpening(
  { folders, people }: Gate,
  held: Held,
): Promise<z.infer<typeof OpeningView>> {
  const { root, host, verbs, from, sessionId, givenBy, givenAt, machine, device, inode } = held;
  const isHere = machine === null || machine === folders.machine;
  const isSame =
    root !== null && isHere
      ? await folders.isSame({ root, device: device ?? "", inode: inode ?? "" })
      : null;
  return {
    capabilityId: held.capabilityId,
    ...{ root, host, verbs, sessionId, machine, isHere, isSame },
    givenBy: people.show(givenBy),
    from: from === "once" ? "given" : from,
    givenAt: givenAt || null,
  };
}
