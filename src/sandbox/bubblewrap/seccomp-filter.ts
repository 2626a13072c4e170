import {
  ARCHITECTURES,
  CHECKED_CALLS,
  FLAGS_ARGUMENT,
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

/** Classic BPF as seccomp knows it: 32-bit loads, comparisons that skip, and a return. */
const LOAD = 0x20;
const EQUAL = 0x15;
const AT_LEAST = 0x35;
const HAS_BITS = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
/** The call is not made, and its caller is told that it was. */
const DONE = 0x00050000;
const EPERM = 0x00050000 | 1;
const EINVAL = 0x00050000 | 22;
const ENOSYS = 0x00050000 | 38;
const EAFNOSUPPORT = 0x00050000 | 97;

/** Where `struct seccomp_data` has them. Arguments are 64 bits wide: the lower half is read. */
const CALL_NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number) => 16 + 8 * index;

const SET_ID_BITS = 0o6000;
/** `O_CREAT` or `O_TMPFILE`. */
const CREATES = 0o100 | 0o20000000;
/** Every `CLONE_NEW…` that `clone` knows. */
const NEW_NAMESPACE = 0x7e020000;
/** Both would put text into the terminal of whoever started us. */
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;

const AF_UNIX = 1;
/** Of the types of a Unix socket, `SOCK_DGRAM` (2) and `SOCK_RAW` (3) have this bit, others do not. */
const WITHOUT_CONNECTION = 2;
/** AF_INET, AF_INET6: the namespace decides where they lead. */
const NETWORK_FAMILIES = [2, 10];
/** NETLINK_ROUTE tells a program its addresses. By others it could send itself messages and keep them. */
const AF_NETLINK = 16;
const NETLINK_ROUTE = 0;

/** Both would let a buffer of the kernel grow far beyond its default. */
const F_SETPIPE_SZ = 1031;
const SOL_SOCKET = 1;
const SO_SNDBUF = 7;
const SO_RCVBUF = 8;
/** A page that is sent in this way stays in memory until it has arrived. */
const SO_ZEROCOPY = 60;

/** How many of the following instructions are skipped where the comparison holds, and where not. */
type Skips = readonly [whereTrue: number, whereFalse: number];
type Instruction = readonly [code: number, skips: Skips, value: number];

const load = (offset: number): Instruction => [LOAD, [0, 0], offset];
const answer = (result: number): Instruction => [RETURN, [0, 0], result];
/** `then` where the comparison with the loaded word holds, and after that what follows. */
const when = (comparison: number, value: number, then: readonly Instruction[]): Instruction[] => [
  [comparison, [0, then.length], value],
  ...then,
];
const whenEqual = (value: number, then: readonly Instruction[]) => when(EQUAL, value, then);
const unlessEqual = (value: number, then: readonly Instruction[]): Instruction[] => [
  [EQUAL, [then.length, 0], value],
  ...then,
];

/**
 * The system calls that a process in a box may make, as `bwrap --seccomp` reads it. `unixSockets` is
 * for boxes with a proxy alone: its forwarder reaches us through one. `sharedPages` is for boxes whose
 * memory the kernel counts.
 */
export function writeSeccompFilter(
  processor: Processor,
  { unixSockets, sharedPages }: { unixSockets: boolean; sharedPages: boolean },
): Buffer {
  const families = unixSockets ? [AF_UNIX, ...NETWORK_FAMILIES] : NETWORK_FAMILIES;
  const on = (calls: Parameters<typeof numberOf>[0], then: readonly Instruction[]) => {
    const number = numberOf(calls, processor);
    return number === null ? [] : whenEqual(number, then);
  };
  return encode([
    load(ARCHITECTURE),
    ...unlessEqual(ARCHITECTURES[processor], [answer(KILL_PROCESS)]),
    load(CALL_NUMBER),
    ...when(AT_LEAST, LAST_KNOWN_CALL + 1, [answer(ENOSYS)]),
    ...[...Object.values(UNREADABLE_CALLS), ...Object.values(UNCOUNTED_CALLS)].flatMap((call) =>
      on(call, [answer(ENOSYS)]),
    ),
    ...Object.values(REFUSED_CALLS).flatMap((call) => on(call, [answer(EPERM)])),
    ...Object.entries(MODE_CALLS).flatMap(([name, call]) => on(call, checkMode(name))),
    ...on(CHECKED_CALLS.clone, [
      load(argument(0)),
      ...when(HAS_BITS, NEW_NAMESPACE, [answer(EPERM)]),
      answer(ALLOW),
    ]),
    ...on(CHECKED_CALLS.ioctl, [
      load(argument(1)),
      ...whenEqual(TIOCSTI, [answer(EPERM)]),
      ...whenEqual(TIOCLINUX, [answer(EPERM)]),
      answer(ALLOW),
    ]),
    ...(sharedPages ? [] : Object.values(PAGE_CALLS)).flatMap((call) => on(call, [answer(EINVAL)])),
    ...on(CHECKED_CALLS.fcntl, [
      load(argument(1)),
      ...whenEqual(F_SETPIPE_SZ, [answer(EPERM)]),
      answer(ALLOW),
    ]),
    ...on(CHECKED_CALLS.setsockopt, [
      load(argument(1)),
      ...unlessEqual(SOL_SOCKET, [answer(ALLOW)]),
      load(argument(2)),
      // A size is a wish: the kernel itself cuts it without an error.
      ...whenEqual(SO_SNDBUF, [answer(DONE)]),
      ...whenEqual(SO_RCVBUF, [answer(DONE)]),
      ...whenEqual(SO_ZEROCOPY, [answer(ENOSYS)]),
      answer(ALLOW),
    ]),
    ...on(CHECKED_CALLS.socket, [
      load(argument(0)),
      ...whenEqual(AF_NETLINK, [
        load(argument(2)),
        ...whenEqual(NETLINK_ROUTE, [answer(ALLOW)]),
        answer(EAFNOSUPPORT),
      ]),
      ...allowFamilies(families),
    ]),
    // Both ends stay in the box, unless they can send to an address as well.
    ...on(CHECKED_CALLS.socketpair, [
      load(argument(1)),
      ...when(HAS_BITS, WITHOUT_CONNECTION, [answer(EAFNOSUPPORT)]),
      ...allowFamilies([AF_UNIX]),
    ]),
    answer(ALLOW),
  ]);
}

function checkMode(name: string): Instruction[] {
  const mode = MODE_ARGUMENT[name as keyof typeof MODE_ARGUMENT];
  const flags = FLAGS_ARGUMENT.get(name);
  const check = [
    load(argument(mode)),
    ...when(HAS_BITS, SET_ID_BITS, [answer(EPERM)]),
    answer(ALLOW),
  ];
  if (flags === undefined) return check;
  return [load(argument(flags)), ...when(HAS_BITS, CREATES, check), answer(ALLOW)];
}

function allowFamilies(families: readonly number[]): Instruction[] {
  return [
    load(argument(0)),
    ...families.flatMap((family) => whenEqual(family, [answer(ALLOW)])),
    answer(EAFNOSUPPORT),
  ];
}

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(8 * program.length);
  program.forEach(([code, [whereTrue, whereFalse], value], index) => {
    bytes.writeUInt16LE(code, 8 * index);
    bytes.writeUInt8(whereTrue, 8 * index + 2);
    bytes.writeUInt8(whereFalse, 8 * index + 3);
    bytes.writeUInt32LE(value, 8 * index + 4);
  });
  return bytes;
}
