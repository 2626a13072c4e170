import { after } from "../base/deadlines.ts";

/** Waits for whatever wakes it, or for a time. What woke it while nobody waited counts. */
export function createWaker() {
  let woken = false;
  let resolve: ((woken: boolean) => void) | undefined;

  function wake(): void {
    woken = true;
    resolve?.(true);
  }

  return {
    wake,
    /** False when the time was over first. */
    async next(timeoutMs: number): Promise<boolean> {
      if (!woken) {
        let callOff = () => {};
        await new Promise<boolean>((settle) => {
          resolve = settle;
          callOff = after(timeoutMs, () => settle(false));
        });
        callOff();
        resolve = undefined;
      }
      const was = woken;
      woken = false;
      return was;
    },
  };
}
