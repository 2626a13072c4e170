/** Milliseconds of this thread's own work: the machine may have other things to do. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
