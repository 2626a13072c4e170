/** For fast-check: how often a property is tried, usually and with `vitest run --mode long`. */
export const runs = (usual: number, long: number) => ({ numRuns: IS_LONG ? long : usual });

export const IS_LONG = process.env.MODE === "long";
