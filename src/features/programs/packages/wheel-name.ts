import type { PythonMachine } from "./machine.ts";

export type WheelName = {
  readonly name: string;
  readonly version: string;
  readonly pythons: readonly string[];
  readonly abis: readonly string[];
  readonly platforms: readonly string[];
};

const WHEEL =
  /^(?<name>[A-Za-z0-9_.]+)-(?<version>[\w.!+]+)(?:-\d\w*)?-(?<python>[\w.]+)-(?<abi>[\w.]+)-(?<platform>[\w.]+)\.whl$/;
const OLD_LINUX: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["manylinux1", [2, 5]],
  ["manylinux2010", [2, 12]],
  ["manylinux2014", [2, 17]],
]);

/** What the file name of a wheel says; undefined for any other file. */
export function wheelName(file: string): WheelName | undefined {
  const { name, version, python, abi, platform } = WHEEL.exec(file)?.groups ?? {};
  if (!name || !version || !python || !abi || !platform) return undefined;
  return {
    name,
    version,
    pythons: python.split("."),
    abis: abi.split("."),
    platforms: platform.split("."),
  };
}

/** How well a wheel fits this Python: the higher, the more special. Undefined for one that does not. */
export function wheelRank(wheel: WheelName, machine: PythonMachine): number | undefined {
  const [python, abi, platform] = [
    best(wheel.pythons, (tag) => rankPython(tag, wheel.abis, machine)),
    best(wheel.abis, (tag) => rankAbi(tag, machine)),
    best(wheel.platforms, (tag) => rankPlatform(tag, machine)),
  ];
  if (python === undefined || abi === undefined || platform === undefined) return undefined;
  return platform * 1_000_000 + abi * 1_000 + python;
}

function best(tags: readonly string[], rank: (tag: string) => number | undefined) {
  const ranks = tags.flatMap((tag) => rank(tag) ?? []);
  return ranks.length === 0 ? undefined : Math.max(...ranks);
}

/** `cp311` is exact, but with `abi3` the oldest version that it is for. */
function rankPython(
  tag: string,
  abis: readonly string[],
  { implementation, version: [major, minor] }: PythonMachine,
): number | undefined {
  const { kind, own, number } = /^(?<kind>[a-z]+)(?<own>\d)(?<number>\d*)$/.exec(tag)?.groups ?? {};
  if (kind === undefined || Number(own) !== major) return undefined;
  const wanted = number === "" ? 0 : Number(number);
  if (kind === implementation) {
    const isStable = abis.includes("abi3") && wanted <= minor;
    return wanted === minor || isStable ? 500 + wanted : undefined;
  }
  return kind === "py" && wanted <= minor ? wanted : undefined;
}

function rankAbi(tag: string, { implementation, version }: PythonMachine): number | undefined {
  if (tag === `${implementation}${version.join("")}`) return 2;
  if (tag === "abi3" && implementation === "cp") return 1;
  return tag === "none" ? 0 : undefined;
}

function rankPlatform(tag: string, { cpu, libc }: PythonMachine): number | undefined {
  if (tag === "any") return 0;
  if (tag === `linux_${cpu}`) return 1;
  const cut = tag.endsWith(`_${cpu}`) ? tag.slice(0, -cpu.length - 1) : "";
  const old = OLD_LINUX.get(cut);
  const [, kind, major, minor] = /^(manylinux|musllinux)_(\d+)_(\d+)$/.exec(cut) ?? [];
  const needs = old ?? ([Number(major), Number(minor)] as const);
  const needsMusl = kind === "musllinux";
  if (!old && kind === undefined) return undefined;
  if (needsMusl !== (libc.name === "musl")) return undefined;
  const isNewer =
    needs[0] > libc.version[0] || (needs[0] === libc.version[0] && needs[1] > libc.version[1]);
  return isNewer ? undefined : 2 + needs[1];
}
