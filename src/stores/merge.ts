type All<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer Every) => void
  ? Every
  : never;

/** One object with the fields of all. */
export function merge<T extends object>(parts: readonly T[]): All<T> {
  return Object.assign({}, ...parts) as All<T>;
}
