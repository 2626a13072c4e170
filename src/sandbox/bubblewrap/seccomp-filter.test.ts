import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeSeccompFilter } from "./seccomp-filter.ts";
import {
  ARCHITECTURES,
  CHECKED_CALLS,
  LAST_KNOWN_CALL,
  MODE_ARGUMENT,
  MODE_CALLS,
  numberOf,
  PAGE_CALLS,
  type Processor,
  REFUSED_CALLS,
  UNCOUNTED_CALLS,
  UNREADABLE_CALLS,
} from "./system-calls.ts";

type Call = { readonly arch?: number; readonly nr: number; readonly args?: readonly number[] };

/** Runs a filter as the kernel does: over `struct seccomp_data`, one instruction after another. */
function ask(filter: Buffer, { arch = 0, nr, args = [] }: Call): string {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(nr, 0);
  data.writeUInt32LE(arch, 4);
  for (const [index, value] of args.entries()) data.writeUInt32LE(value >>> 0, 16 + 8 * index);
  let word = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const [code, value] = [filter.readUInt16LE(at), filter.readUInt32LE(at + 4)];
    const [whereTrue, whereFalse] = [filter.readUInt8(at + 2), filter.readUInt8(at + 3)];
    if (code === 0x20) word = data.readUInt32LE(value);
    else if (code === 0x06) return ANSWERS.get(value) ?? `unknown answer ${value}`;
    else {
      const holds =
        code === 0x15 ? word === value : code === 0x35 ? word >= value : (word & value) !== 0;
      at += 8 * (holds ? whereTrue : whereFalse);
    }
  }
  return "fell off the end";
}

const ANSWERS = new Map([
  [0x7fff0000, "allowed"],
  [0x80000000, "killed"],
  [0x00050000, "done"],
  [0x00050001, "EPERM"],
  [0x00050016, "EINVAL"],
  [0x00050026, "ENOSYS"],
  [0x00050061, "EAFNOSUPPORT"],
]);

describe.each<Processor>(["x64", "arm64"])("the filter for %s", (processor) => {
  const arch = ARCHITECTURES[processor];
  const filter = writeSeccompFilter(processor, { unixSockets: false, sharedPages: false });
  const answer = (numbers: readonly [number, number | null], args: readonly number[] = []) => {
    const nr = numberOf(numbers, processor);
    return nr === null ? null : ask(filter, { arch, nr, args });
  };

  test("A50: refuses what opens namespaces, other processes and the kernel", () => {
    const answers = Object.values(REFUSED_CALLS).map((call) => answer(call));
    expect(new Set(answers.filter((given) => given !== null))).toEqual(new Set(["EPERM"]));
  });

  test("A113: calls whose arguments cannot be read, and calls that came later, do not exist", () => {
    for (const call of Object.values(UNREADABLE_CALLS)) expect(answer(call)).toBe("ENOSYS");
    for (const nr of [LAST_KNOWN_CALL + 1, 500, 0x40000000 + 2, 0x40000000 + 257]) {
      expect(ask(filter, { arch, nr })).toBe("ENOSYS");
    }
  });

  test("A46: memory that nobody would count does not exist", () => {
    for (const call of Object.values(UNCOUNTED_CALLS)) expect(answer(call)).toBe("ENOSYS");
  });

  test("F03: no buffer of the kernel grows, and no message is kept by netlink", () => {
    for (const option of [7, 8]) {
      expect(answer(CHECKED_CALLS.setsockopt, [3, 1, option])).toBe("done");
      expect(answer(CHECKED_CALLS.setsockopt, [3, 6, option])).toBe("allowed");
    }
    expect(answer(CHECKED_CALLS.setsockopt, [3, 1, 60])).toBe("ENOSYS");
    expect(answer(CHECKED_CALLS.setsockopt, [3, 1, 2])).toBe("allowed");
    expect(answer(CHECKED_CALLS.fcntl, [3, 1031])).toBe("EPERM");
    expect(answer(CHECKED_CALLS.fcntl, [3, 1030])).toBe("allowed");
    expect(answer(CHECKED_CALLS.socket, [16, 3, 0])).toBe("allowed");
    for (const protocol of [2, 9, 15, 16]) {
      expect(answer(CHECKED_CALLS.socket, [16, 3, protocol])).toBe("EAFNOSUPPORT");
    }
  });

  test("F03: whole pages go into a pipe only where the kernel counts them", () => {
    const counted = writeSeccompFilter(processor, { unixSockets: false, sharedPages: true });
    for (const call of Object.values(PAGE_CALLS)) {
      expect(answer(call)).toBe("EINVAL");
      expect(ask(counted, { arch, nr: numberOf(call, processor) ?? 0 })).toBe("allowed");
    }
  });

  test("A113: a call by another architecture's table ends the process", () => {
    for (const other of [0, 0x40000003, 0xc000003f, (arch ^ 1) >>> 0]) {
      expect(ask(filter, { arch: other, nr: 1 })).toBe("killed");
    }
  });

  test.each(Object.entries(MODE_CALLS))("A30: %s leaves no set-id bit", (name, call) => {
    const at = MODE_ARGUMENT[name as keyof typeof MODE_ARGUMENT];
    const withMode = (mode: number) => {
      const args = [0, 0, 0, 0];
      if (name.startsWith("open")) args[at - 1] = 0o101;
      args[at] = mode;
      return answer(call, args);
    };
    if (withMode(0o644) === null) return;
    for (const mode of [0o4755, 0o2755, 0o6000, 0o4000]) expect(withMode(mode)).toBe("EPERM");
    for (const mode of [0o644, 0o755, 0o1777, 0]) expect(withMode(mode)).toBe("allowed");
  });

  test("A30: an unnamed file that gets its name later has no set-id bit either", () => {
    expect(answer(MODE_CALLS.openat, [0, 0, 0o20000000, 0o4755])).toBe("EPERM");
  });

  test("opens a file whatever stands where the mode would be, when it makes none", () => {
    expect(answer(MODE_CALLS.openat, [0, 0, 0, 0o7777])).toBe("allowed");
  });

  test("A50: starts threads and processes, and none in a new namespace", () => {
    expect(answer(CHECKED_CALLS.clone, [0x3d0f00])).toBe("allowed");
    for (const flag of [0x20000, 0x2000000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(answer(CHECKED_CALLS.clone, [flag | 17])).toBe("EPERM");
    }
  });

  test("A51: Unix sockets only in pairs, unless there is a proxy to reach", () => {
    expect(answer(CHECKED_CALLS.socket, [1])).toBe("EAFNOSUPPORT");
    for (const type of [1, 5, 0x80801]) {
      expect(answer(CHECKED_CALLS.socketpair, [1, type])).toBe("allowed");
    }
    for (const type of [2, 3, 0x80802]) {
      expect(answer(CHECKED_CALLS.socketpair, [1, type])).toBe("EAFNOSUPPORT");
    }
    const withProxy = writeSeccompFilter(processor, { unixSockets: true, sharedPages: true });
    const nr = numberOf(CHECKED_CALLS.socket, processor) ?? 0;
    expect(ask(withProxy, { arch, nr, args: [1] })).toBe("allowed");
    for (const family of [2, 10, 16]) {
      expect(answer(CHECKED_CALLS.socket, [family])).toBe("allowed");
    }
    for (const family of [17, 38, 40, 44]) {
      expect(ask(withProxy, { arch, nr, args: [family] })).toBe("EAFNOSUPPORT");
    }
  });

  test("A93: puts nothing into the terminal that it was started from", () => {
    for (const request of [0x5412, 0x541c]) {
      expect(answer(CHECKED_CALLS.ioctl, [0, request])).toBe("EPERM");
    }
    expect(answer(CHECKED_CALLS.ioctl, [0, 0x5413])).toBe("allowed");
  });

  test("always answers, whatever is asked", () => {
    const word = fc.nat(0xffffffff);
    fc.assert(
      fc.property(word, fc.nat(600), fc.array(word, { maxLength: 6 }), (anyArch, nr, args) => {
        for (const given of [arch, anyArch]) {
          expect([...ANSWERS.values()]).toContain(ask(filter, { arch: given, nr, args }));
        }
      }),
    );
  });
});
