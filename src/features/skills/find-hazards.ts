export type Finding = { readonly line: number; readonly problem: string };

type Hazard = {
  readonly pattern: RegExp;
  readonly problem: string;
  /** The same statement has this: then it is none. */
  readonly unless?: RegExp;
};

const OUTLIVES = "Nothing outlives a turn: the process is ended with its answer.";

const HAZARDS: Readonly<Record<"js" | "python", readonly Hazard[]>> = {
  js: [
    { pattern: /\bset(?:Timeout|Interval|Immediate)\s*\(/, problem: `A timer. ${OUTLIVES}` },
    {
      pattern: /\bnew\s+Worker\s*\(|\bfrom\s+["'](?:node:)?worker_threads["']/,
      problem: `A thread. ${OUTLIVES}`,
    },
    {
      pattern: /\bspawn\s*\(|\bfork\s*\(/,
      problem: `A process that may run on. ${OUTLIVES}`,
      unless: /timeout/,
    },
    {
      pattern: /\b(?:fetch|axios(?:\.\w+)?|https?\.(?:get|request))\s*\(/,
      problem: "A request without a deadline: give it a signal or a timeout.",
      unless: /signal|timeout/i,
    },
    {
      pattern:
        /^\s*(?:fetch\s*\(|[\w$.]+\([^;]*\)\.then\s*\(|void\s+[\w$.]+\s*\(|Promise\.\w+\s*\()/,
      problem: `A promise that is not awaited. ${OUTLIVES}`,
    },
  ],
  python: [
    {
      pattern: /\bThread(?:PoolExecutor)?\s*\(|\bTimer\s*\(|\bstart_new_thread\b/,
      problem: `A thread. ${OUTLIVES}`,
    },
    { pattern: /\bmultiprocessing\b|\bos\.fork\s*\(/, problem: `A process. ${OUTLIVES}` },
    {
      pattern: /\b(?:requests|httpx)\.\w+\s*\(|\burlopen\s*\(/,
      problem: "A request without a deadline: give it timeout=.",
      unless: /timeout\s*=/,
    },
    {
      pattern: /\bcreate_task\s*\(|\bensure_future\s*\(/,
      problem: `A task that is not awaited. ${OUTLIVES}`,
    },
    {
      pattern: /^\s*async\s+def\b|\bget_event_loop\s*\(/,
      problem: "An event loop: a turn is one call, from its start to its end.",
    },
  ],
};

/** So many lines after its first belong to a statement. */
const STATEMENT_LINES = 6;
const MAX_LINES = 20_000;

/**
 * Lines that look like what a skill must not do (S15): read as text, so that code that hides it is not
 * found, and a line that only looks like it is. What holds is the process, which ends with its turn.
 */
export function findHazards(text: string, language: "js" | "python"): readonly Finding[] {
  const lines = text.split("\n", MAX_LINES).map((line) => withoutComment(line, language));
  return lines.flatMap((line, index) =>
    HAZARDS[language]
      .filter(({ pattern, unless }) => {
        if (!pattern.test(line)) return false;
        const statement = lines.slice(index, index + STATEMENT_LINES).join("\n");
        return !unless?.test(statement);
      })
      .map(({ problem }) => ({ line: index + 1, problem })),
  );
}

function withoutComment(line: string, language: "js" | "python"): string {
  const start = language === "python" ? /(?:^|\s)#.*$/ : /(?:^|\s)\/\/.*$/;
  return line.slice(0, 2_000).replace(start, "");
}
