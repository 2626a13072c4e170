import { useCallback, useRef, useState } from "react";

/** What the model is writing at this moment, piece by piece, at most one update a frame. */
export function useWriting() {
  const [writing, setWriting] = useState("");
  const text = useRef("");
  const turn = useRef(0);
  const frame = useRef(0);

  const write = useCallback((ofTurn: number, piece: string) => {
    if (ofTurn !== turn.current) text.current = "";
    turn.current = ofTurn;
    text.current += piece;
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      setWriting(text.current);
    });
  }, []);

  /** How much of it is there: when that much is stored, that much is shown from there. */
  const mark = useCallback(() => text.current.length, []);
  const settle = useCallback((length: number) => {
    text.current = text.current.slice(length);
    setWriting(text.current);
  }, []);

  return { writing, write, mark, settle };
}
