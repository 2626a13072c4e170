import type { Executed } from "../execute.ts";
import type { Judgement } from "../judge.ts";

/** What was done, held against what a dry run said would be: a difference is told (I35). */
export function withDifference(judgement: Judgement, executed: Executed): Executed {
  const { measured, notes = [] } = executed.result;
  const foreseen = judgement.effect === "allow" ? judgement.foreseen : undefined;
  if (foreseen === undefined || !measured || measured.files === foreseen) return executed;
  const note = `The preview was about ${told(foreseen)}; it changed ${told(measured.files)}.`;
  return { ...executed, result: { ...executed.result, notes: [...notes, note] } };
}

function told(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}
