import { type RefObject, useEffect, useRef } from "react";

/**
 * Alt+A goes to what waits, from anywhere on the page, so that its keys need no mouse. Nothing moves
 * the focus there by itself: a letter that was typed for a message must not answer a call.
 */
export function useDeckFocus(
  deck: RefObject<HTMLElement | null>,
  composer: RefObject<HTMLTextAreaElement | null>,
  waiting: number,
): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!event.altKey || event.code !== "KeyA") return;
      event.preventDefault();
      deck.current?.focus();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [deck]);

  const before = useRef(waiting);
  useEffect(() => {
    // The last answer took the deck away, and the focus with it.
    if (before.current > 0 && waiting === 0 && document.activeElement === document.body) {
      composer.current?.focus();
    }
    before.current = waiting;
  }, [waiting, composer]);
}
