import type { Context, Hono } from "hono";
import * as z from "zod";
import { timestamp } from "../base/clock.ts";
import { CapstanError } from "../base/errors.ts";
import type { JsonObject } from "../base/json.ts";
import { systemAudit } from "../gate/audit/system-audit.ts";
import { writeToTerminal } from "../sandbox/write-to-terminal.ts";
import { OWNER_ID } from "../schema/principal.ts";
import { PRESENCE_MS, signAdminToken } from "./admin-token.ts";
import type { AppOptions } from "./app.ts";
import { type Caller, requireScope } from "./authenticate.ts";
import { isLocalCaller } from "./local-caller.ts";
import { parseOrThrow } from "./parse.ts";
import { isCodeOf, textOf } from "./presence-questions.ts";
import { readBody } from "./read-body.ts";
import type { Endpoint } from "./route.ts";
import { toWire } from "./wire.ts";

const MAX_BODY_BYTES = 1_000;

const AskBody = z.strictObject({ terminal: z.string().min(1).max(100) });
const CodeBody = z.strictObject({ code: z.string().min(1).max(100) });
const Params = z.object({ id: z.string().min(1).max(100) });
const AskedView = z.object({ id: z.string(), expiresAt: z.string() });
const ProvenView = z.object({ token: z.string(), expiresAt: z.string() });

export const presenceEndpoints: readonly Endpoint[] = [
  {
    id: "askForPresence",
    method: "POST",
    path: "/v1/presence",
    summary: "Write a code to a terminal of this machine: whoever reads it there can be the admin.",
    scope: "approve",
    body: AskBody,
    example: { terminal: "/dev/pts/3" },
    status: 201,
    answer: AskedView,
  },
  {
    id: "provePresence",
    method: "POST",
    path: "/v1/presence/:id",
    summary: "A key of the owner as the admin, for 15 minutes, in exchange for the code.",
    scope: "approve",
    params: Params,
    body: CodeBody,
    example: { code: "K7QM-3F9T" },
    answer: ProvenView,
  },
];

export function presenceRoutes(app: Hono, options: AppOptions): void {
  const { engine, presence, tokens, authenticate } = options;
  const { gate } = engine;

  async function note(type: "asked" | "proven" | "refused", caller: Caller, data: JsonObject) {
    if (type === "refused" && !presence.notesRefusal()) return;
    const record = systemAudit(gate, `presence.${type}`, caller.id, data);
    await gate.store.journal.commit("presence.note", [record]);
  }

  /** Only the owner's own key, on the machine itself. */
  async function callerOf(c: Context): Promise<Caller> {
    const caller = await authenticate(c.req.raw.headers);
    requireScope(caller, "approve");
    const owner = await tokens.getByPrincipal(OWNER_ID);
    const reason = !isLocalCaller(c)
      ? "Presence is proven on the machine that runs the server, not from elsewhere."
      : caller.signed || owner?.id !== caller.tokenId
        ? "Presence is proven with the owner's key, in the api-key file of the home."
        : undefined;
    if (reason === undefined) return caller;
    await note("refused", caller, { reason });
    throw new CapstanError("PRESENCE_REFUSED", `${reason} Use the admin key.`);
  }

  app.post("/v1/presence", async (c) => {
    const caller = await callerOf(c);
    const body = await readBody(c.req.raw, MAX_BODY_BYTES);
    const { terminal } = parseOrThrow(AskBody, body, "body");
    const question = presence.ask(terminal);
    try {
      writeToTerminal(terminal, textOf(question));
    } catch (error) {
      await note("refused", caller, { reason: "No terminal that can be written to.", terminal });
      throw error;
    }
    await note("asked", caller, { terminal });
    const view = { id: question.id, expiresAt: timestamp(question.until) };
    return Response.json(toWire(AskedView, view), { status: 201 });
  });

  app.post("/v1/presence/:id", async (c) => {
    const caller = await callerOf(c);
    const { id } = parseOrThrow(Params, c.req.param(), "path");
    const body = await readBody(c.req.raw, MAX_BODY_BYTES);
    const { code } = parseOrThrow(CodeBody, body, "body");
    const question = presence.take(id);
    if (!question) {
      await note("refused", caller, { reason: "The code was used or is too old." });
      const message = "This code was used, was missed three times or is too old. Ask for another.";
      throw new CapstanError("PRESENCE_NOT_FOUND", message);
    }
    const { terminal, triesLeft } = question;
    if (!isCodeOf(question, code)) {
      await note("refused", caller, { reason: "A wrong code.", terminal, tries_left: triesLeft });
      const left = triesLeft === 1 ? "1 try is" : `${triesLeft} tries are`;
      throw new CapstanError("PRESENCE_REFUSED", `This is not the code. ${left} left.`);
    }
    presence.close(question);
    const expiresAt = timestamp(gate.clock.now() + PRESENCE_MS);
    await note("proven", caller, { terminal, admin_until: expiresAt });
    const claims = { tokenId: caller.tokenId, expiresAt, isPresent: true };
    const token = signAdminToken(gate.keyring, claims);
    return Response.json(toWire(ProvenView, { token, expiresAt }));
  });
}
