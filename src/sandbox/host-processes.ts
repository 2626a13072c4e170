/** A process of this machine, as an agent is told of it. */
export type HostProcess = {
  readonly pid: number;
  readonly name: string;
  /** As the kernel writes it: running, sleeping, stopped. */
  readonly state: string;
  readonly memory_bytes: number;
  /** Time of all processors that it has used. */
  readonly cpu_s: number;
  /** When it began. With its number, this is one process: numbers are given again. */
  readonly started: string;
};

/** The processes of this machine. */
export interface HostProcesses {
  list(): Promise<readonly HostProcess[]>;
  /**
   * Asks one to end, if it is still this very process. Throws PROCESS_GONE if it is not, and
   * INPUT_INVALID for one that cannot be ended from here.
   */
  end(one: Pick<HostProcess, "pid" | "name" | "started">): Promise<void>;
}
