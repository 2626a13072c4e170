import type { Tool } from "../src/schema/tool.ts";
import { makeMessage } from "../src/testing/fixtures.ts";
import { measure, type Scale, type Work } from "./measure.ts";
import { type OfflineRequest, offlineRequests } from "./offline/requests.ts";
import { respond, scoreRequest, type Verdict } from "./offline/score.ts";
import { toolsOfAgents } from "./offline/tools.ts";
import { type Row, withinUs } from "./report.ts";

const TARGET_US = 5_000;

/** How often the offline model is right, in the half it was tuned on and in the other; its cost. */
export async function benchOffline(scale: Scale): Promise<Row[]> {
  const verdicts: Verdict[] = [];
  for (const request of offlineRequests()) verdicts.push(await scoreRequest(request));
  console.log("| requests | right call or question | left alone | wrong effects |");
  console.log("|---|---|---|---|");
  for (const unseen of [false, true]) {
    const half = verdicts.filter(({ request }) => request.unseen === unseen);
    const wrong = half.filter(({ isWrongEffect }) => isWrongEffect).length;
    const cells = [
      share(half.filter(isInScope)),
      share(half.filter((it) => !isInScope(it))),
      wrong,
    ];
    console.log(`| ${unseen ? "unseen" : "seen"} | ${cells.join(" | ")} |`);
  }
  const agents = [...toolsOfAgents()];
  const works = agents.map(([agent, tools]) => repliesOf(agent, tools));
  const figures = await measure(works, scale);
  return figures.map((figure) => withinUs(figure, figures[0], TARGET_US));
}

function isInScope({ request }: { readonly request: OfflineRequest }): boolean {
  return request.calls.length > 0 || request.ask !== undefined;
}

function share(verdicts: readonly Verdict[]): string {
  const right = verdicts.filter(({ isRight }) => isRight).length;
  return `${right} of ${verdicts.length} (${((100 * right) / verdicts.length).toFixed(1)} %)`;
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
