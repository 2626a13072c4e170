/** What decides which packages of a lock this machine gets. */
export type NodeMachine = {
  /** As `process.platform`. */
  readonly os: string;
  /** As `process.arch`. */
  readonly cpu: string;
  readonly libc: "glibc" | "musl" | null;
};

/** The Python of boxes, as it describes itself. */
export type PythonMachine = {
  /** Variables of environment markers (PEP 508). */
  readonly markers: ReadonlyMap<string, string>;
  /** `cp` for CPython. */
  readonly implementation: string;
  readonly version: readonly [major: number, minor: number];
  /** `x86_64`, `aarch64`. */
  readonly cpu: string;
  readonly libc: { readonly name: "glibc" | "musl"; readonly version: readonly [number, number] };
};
