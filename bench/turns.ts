import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Row } from "./report.ts";
import { benchApprovalStart } from "./turns/approval-start.ts";
import { compare, type Entrant, type Scale } from "./turns/compare.ts";
import { benchFirstToken } from "./turns/first-token.ts";
import { installPeers } from "./turns/install-peers.ts";
import { openDatabases } from "./turns/open-databases.ts";
import { benchOpenStreams } from "./turns/open-streams.ts";
import { printFigures } from "./turns/print-figures.ts";
import {
  BARE_STREAM,
  CAPSTAN_POSTGRES,
  CAPSTAN_SQLITE,
  LANGGRAPH,
  LANGGRAPH_POSTGRES,
  turnRows,
} from "./turns/turn-rows.ts";
import { approvalRow, firstTokenRow, streamsRow } from "./turns/wait-rows.ts";

/** 250 turns are 1,000 messages. */
const LONG_TURNS = 250;
const FULL: Scale = {
  rounds: 4,
  coldRuns: 5,
  mostWarmUps: 5_000,
  shortSessions: 100,
  busySessions: 16,
  longTurns: LONG_TURNS,
  measuredTurns: 40,
};
const SHORT: Scale = { ...FULL, rounds: 1, coldRuns: 3, mostWarmUps: 2_500, shortSessions: 60 };
/** Each takes up to a hundred times as long, but is warmed up like ours. */
const PEERS: Scale = {
  ...FULL,
  rounds: 3,
  coldRuns: 1,
  shortSessions: 30,
  busySessions: 0,
};

/** What a durable, governed turn costs beside a loop that keeps nothing, and beside its peers. */
export async function benchTurns({ rounds }: { rounds: number }): Promise<Row[]> {
  const isShort = rounds < 10;
  const folder = mkdtempSync(join(tmpdir(), "capstan-bench-"));
  const databases = await openDatabases();
  try {
    const own = ownEntrants(isShort ? SHORT : FULL, databases.create);
    const figures = await compare(
      [...own, ...(isShort ? [] : await peerEntrants(databases.create))],
      folder,
    );
    printFigures(figures);
    return [
      ...turnRows(figures),
      ...(await firstTokenRows(isShort ? 20 : 100)),
      approvalRow(await benchApprovalStart(isShort ? 50 : 200)),
      streamsRow(await benchOpenStreams(isShort ? 1_000 : 5_000)),
    ];
  } finally {
    await databases.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function firstTokenRows(runs: number): Promise<Row[]> {
  const plain = await benchFirstToken({ runs, withSecret: false });
  const guarded = await benchFirstToken({ runs, withSecret: true });
  return [
    firstTokenRow("first piece of an answer, by the event stream", plain),
    firstTokenRow("the same, with a secret of 40 characters kept", guarded),
  ];
}

function ownEntrants(scale: Scale, newDatabase: () => Promise<string>): Entrant[] {
  const bare = { isDurable: false, scale };
  const capstan = { contender: "capstan", isDurable: true, scale };
  return [
    { ...bare, contender: "ai-generate", title: "the bare `ai` loop, generateText" },
    { ...bare, contender: "ai-stream", title: BARE_STREAM },
    { ...capstan, title: CAPSTAN_SQLITE },
    { ...capstan, title: CAPSTAN_POSTGRES, newDatabase },
  ];
}

async function peerEntrants(newDatabase: () => Promise<string>): Promise<Entrant[]> {
  const failure = await installPeers();
  if (failure) {
    console.log(`bench: without peers, they could not be installed: ${failure}`);
    return [];
  }
  const peer = { isDurable: true, mayFail: true, scale: PEERS };
  return [
    { ...peer, contender: "langgraph", title: LANGGRAPH },
    { ...peer, contender: "langgraph", title: LANGGRAPH_POSTGRES, newDatabase },
    { ...peer, contender: "mastra", title: "Mastra + LibSQL" },
  ];
}
