import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";
import { withSteps } from "../with-steps.ts";

const DEADLINE_MS = 5 * 60_000;

export const hubSync: Run = async (_args, context) => {
  const client = await context.client();
  const work = client.request("POST /v1/hub/sync", { body: {}, deadlineMs: DEADLINE_MS });
  const answer = await withSteps(context, client, "sync", work);
  await context.print(answer, ({ hubs, updates, withdrawn }) => [
    ...(hubs.length === 0 ? ["No hub is set up: see hubs in settings.json."] : []),
    ...hubs.map(({ url, changed, entries, error }) =>
      error
        ? `${url}: refused, and nothing was changed. ${error.message} [${error.code}]`
        : `${url}: ${changed ? "changed" : "unchanged"}, ${entries} ${entries === 1 ? "entry" : "entries"}.`,
    ),
    ...withdrawn.map(
      ({ id, version, reason }) =>
        `${id}@${version} was withdrawn and does not run: ${reason}  Another version, if there is one:  ${typed(`hub install ${id}`)}`,
    ),
    ...updates.map(
      ({ id, installed, available }) =>
        `${id} ${installed} → ${available}:  ${typed(`hub install ${id}`)}`,
    ),
  ]);
  return answer.body.hubs.some(({ error }) => error) ? EXIT.failed : EXIT.done;
};
