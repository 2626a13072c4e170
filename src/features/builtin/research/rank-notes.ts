import type { Note } from "./notebook.ts";

/** Notes that share words with a query, those that share the rarest ones first. */
export function rankNotes(notes: readonly Note[], query: string): Note[] {
  const wanted = new Set(wordsOf(query));
  const texts = notes.map(
    ({ text, source, section }) => new Set(wordsOf(`${text} ${source ?? ""} ${section ?? ""}`)),
  );
  const weightOf = (word: string) => {
    const holding = texts.filter((words) => words.has(word)).length;
    return holding === 0 ? 0 : Math.log(1 + notes.length / holding);
  };
  const weights = new Map([...wanted].map((word) => [word, weightOf(word)]));
  return notes
    .map((note, index) => {
      let score = 0;
      for (const [word, weight] of weights) if (texts[index]?.has(word)) score += weight;
      return { note, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.note.id - b.note.id)
    .map(({ note }) => note);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/(?:ies|es|s)$/u, ""));
}
