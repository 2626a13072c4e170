import type { Tool } from "../src/schema/tool.ts";
import { makeMessage } from "../src/testing/fixtures.ts";
import { measure, type Scale, type Work } from "./measure.ts";
import { offlineRequests } from "./offline/requests.ts";
import { respond, type Scored, scoreRequest, VERDICTS, type Verdict } from "./offline/score.ts";
import { toolsOfAgents } from "./offline/tools.ts";
import { type Row, withinUs } from "./report.ts";

const TARGET_US = 5_000;

/** How often the offline model is right, and how often the right call is among its cards; its cost. */
export async function benchOffline(scale: Scale): Promise<Row[]> {
  const scored: Scored[] = [];
  for (const request of offlineRequests()) scored.push(await scoreRequest(request));
  console.log(`| requests | ${VERDICTS.join(" | ")} |`);
  console.log(`|---|${"---|".repeat(VERDICTS.length)}`);
  for (const unseen of [false, true]) {
    const half = scored.filter(({ request }) => request.unseen === unseen);
    const cells = VERDICTS.map((it) => share(half, it));
    console.log(`| ${unseen ? "unseen" : "seen"} | ${cells.join(" | ")} |`);
  }
  const agents = [...toolsOfAgents()];
  const works = agents.map(([agent, tools]) => repliesOf(agent, tools));
  const figures = await measure(works, scale);
  return figures.map((figure) => withinUs(figure, figures[0], TARGET_US));
}

function share(scored: readonly Scored[], wanted: Verdict): string {
  const count = scored.filter(({ verdict }) => verdict === wanted).length;
  return `${count} of ${scored.length} (${((100 * count) / scored.length).toFixed(1)} %)`;
}

function repliesOf(agent: string, tools: readonly Tool[]): Work {
  const requests = offlineRequests().filter((request) => request.agent === agent);
  const messages = requests.map(({ text }) => makeMessage({ content: text }));
  let n = 0;
  return {
    name: `offline reply, ${tools.length} tools`,
    async run() {
      await respond(messages.slice(n % messages.length).slice(0, 1), tools);
      n++;
    },
  };
}
