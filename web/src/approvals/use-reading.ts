import { useCallback, useEffect, useState } from "react";

export type Reading = {
  /** Stands behind the last line of the input. */
  readonly end: (mark: HTMLElement | null) => void;
  readonly report: (part: string, characters: number) => void;
  /** How many characters are folded away, with their number beside them. */
  readonly folded: number;
  /** The person runs it without having read what is folded. */
  readonly skips: boolean;
  readonly onSkip: (skips: boolean) => void;
  readonly isAtEnd: boolean;
  /** All of it was on the screen, or is folded and the person wants it so. */
  readonly isDone: boolean;
};

/** Whether a person has had the whole input of a question before their eyes. */
export function useReading(key: string): Reading {
  const [read, setRead] = useState("");
  const [skipped, setSkipped] = useState("");
  const [parts, setParts] = useState<ReadonlyMap<string, number>>(new Map());
  const [mark, setMark] = useState<HTMLElement | null>(null);
  const folded = [...parts.values()].reduce((sum, characters) => sum + characters, 0);
  // What is unfolded stands before the end: who has been there has not seen it yet.
  const shown = `${key} ${folded}`;

  useEffect(() => {
    if (!mark) return;
    // What a scrolling box around it hides does not count as seen.
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setRead(shown);
    });
    observer.observe(mark);
    return () => observer.disconnect();
  }, [mark, shown]);

  const report = useCallback((part: string, characters: number) => {
    setParts((before) =>
      (before.get(part) ?? 0) === characters ? before : new Map(before).set(part, characters),
    );
  }, []);

  const skips = skipped === key;
  const isAtEnd = read === shown;
  return {
    end: setMark,
    report,
    folded,
    skips,
    onSkip: (next) => setSkipped(next ? key : ""),
    isAtEnd,
    isDone: isAtEnd && (folded === 0 || skips),
  };
}
