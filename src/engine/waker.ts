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
        let timer: NodeJS.Timeout | undefined;
        await new Promise<boolean>((settle) => {
          resolve = settle;
          timer = setTimeout(() => settle(false), timeoutMs);
        });
        clearTimeout(timer);
        resolve = undefined;
      }
      const was = woken;
      woken = false;
      return was;
    },
  };
}
