import { expect, test } from "vitest";
import { isResumable, isTerminal, TaskState } from "./task-state.ts";

const STATES = [
  { state: "pending", terminal: false, resumable: false },
  { state: "in_progress", terminal: false, resumable: false },
  { state: "completed", terminal: true, resumable: false },
  { state: "failed", terminal: true, resumable: false },
  { state: "timeout", terminal: true, resumable: false },
  { state: "blocked", terminal: true, resumable: false },
  { state: "escalated", terminal: true, resumable: false },
  { state: "input_required", terminal: false, resumable: true },
  { state: "delegating", terminal: false, resumable: true },
  { state: "paused", terminal: false, resumable: true },
] as const;

test.each(STATES)(
  "S17, X9: $state is terminal: $terminal, resumable: $resumable",
  ({ state, terminal, resumable }) => {
    expect(isTerminal(state)).toBe(terminal);
    expect(isResumable(state)).toBe(resumable);
  },
);

test("S17, X9: there are these states, and no others", () => {
  expect(TaskState.options).toEqual(STATES.map(({ state }) => state));
});
