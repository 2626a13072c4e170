import { expect, test } from "vitest";
import { createManualClock } from "../testing/manual-clock.ts";
import { toolMessage } from "./tool-message.ts";

const CALL = {
  id: "inv_1",
  sessionId: "session_1",
  turn: 1,
  position: 2,
  toolId: "builtin:capability_packs:exec_best_effort",
};

function told(outputs: Record<string, number>, artifacts: { path: string; type: "file" }[]) {
  const outcome = { state: "completed" as const, outputs, artifacts };
  const [message] = toolMessage({ clock: createManualClock() }, CALL, outcome);
  return JSON.parse(message?.content ?? "");
}

test("P22, P32: a model is told which files a program made", () => {
  const made = { path: "/outputs/a.csv", type: "file", mime: "text/csv", sizeBytes: 3 } as const;
  expect(told({ exit_code: 0 }, [made])).toEqual({
    exit_code: 0,
    artifacts: [{ path: "/outputs/a.csv", type: "file", mime: "text/csv", size_bytes: 3 }],
  });
  expect(told({ exit_code: 0 }, [])).toEqual({ exit_code: 0 });
  const many = Array.from({ length: 99 }, (_, n) => ({ path: `/${n}`, type: "file" as const }));
  expect(told({ exit_code: 0 }, many).artifacts).toHaveLength(50);
});
