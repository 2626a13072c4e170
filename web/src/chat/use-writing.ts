import { useCallback, useRef, useState } from "react";

/** What the model is writing at this moment, piece by piece, at most one update a frame. */
export function useWriting() {
  const [writing, setWriting] = useState("");
  const text = useRef("");
  /** How much was written before `text`, since the page was opened. */
  const before = useRef(0);
  const turn = useRef(0);
  const frame = useRef(0);

  const drop = useCallback((length: number) => {
    before.current += length;
    text.current = text.current.slice(length);
  }, []);

  const write = useCallback(
    (ofTurn: number, piece: string) => {
      if (ofTurn !== turn.current) drop(text.current.length);
      turn.current = ofTurn;
      text.current += piece;
      frame.current ||= requestAnimationFrame(() => {
        frame.current = 0;
        setWriting(text.current);
      });
    },
    [drop],
  );

  /** All of an answer so far, for who came in the middle of it. */
  const rewrite = useCallback(
    (ofTurn: number, whole: string) => {
      drop(text.current.length);
      write(ofTurn, whole);
    },
    [drop, write],
  );

  /** How much of it is there: when that much is stored, that much is shown from there. */
  const mark = useCallback(() => before.current + text.current.length, []);
  const settle = useCallback(
    (place: number) => {
      drop(Math.max(0, place - before.current));
      setWriting(text.current);
    },
    [drop],
  );

  return { writing, write, rewrite, mark, settle };
}
