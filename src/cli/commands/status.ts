import { columns } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { homeFolder } from "../home.ts";
import { typed } from "../program.ts";
import { readStatus } from "../read-status.ts";
import { runningServer } from "../running-server.ts";

/** Only looks: it starts no server. */
export const status: Run = async (_args, context) => {
  const { io } = context;
  const home = homeFolder(io.env);
  if (!io.env.CAPSTAN_URL && !(await runningServer(io.env))) {
    const body = { running: false, home };
    await context.print({ body, text: JSON.stringify(body) }, () => [
      `No server runs for the home ${home}.`,
      `To start one:  ${typed("serve")}`,
    ]);
    return EXIT.failed;
  }
  const body = await readStatus(await context.client());
  await context.print({ body, text: JSON.stringify(body) }, ({ last_hour: hour, stopped }) => [
    ...columns([
      ["server", `${body.url}, version ${body.version}`],
      ...(io.env.CAPSTAN_URL ? [] : [["home", home]]),
      ["model", body.model],
      ["sessions", `${body.sessions_open} at work`],
      ["approvals", waitingWords(body.approvals_pending)],
      ["last hour", `${hour.turns} ${hour.turns === 1 ? "turn" : "turns"}, ${hour.failed} failed`],
      ...(stopped ? [["stopped", `by ${stopped.by.name} since ${stopped.since}`]] : []),
    ]),
    ...(body.approvals_pending > 0 ? [`To see what waits:  ${typed("approvals list")}`] : []),
    ...(stopped ? [`To let everything go on:  ${typed("halt --lift")}`] : []),
  ]);
  return EXIT.done;
};

function waitingWords(waiting: number): string {
  if (waiting === 0) return "none waits";
  return waiting === 1 ? "1 waits" : `${waiting} wait`;
}
