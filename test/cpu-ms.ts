/** Milliseconds of this thread's own work: the machine may have other things to do. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The longest that the event loop worked without a turn, in milliseconds of its own work. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = cpuMs();
  const timer = setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work();
  await new Promise((resolve) => setTimeout(resolve, 50));
  clearInterval(timer);
  return longest;
}
