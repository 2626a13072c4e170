/** A processor that the filter is written for, by Node's name for it. */
export type Processor = "x64" | "arm64";

/** `AUDIT_ARCH_*` of the kernel: a filter sees which table a number belongs to. */
export const ARCHITECTURES: Readonly<Record<Processor, number>> = {
  x64: 0xc000003e,
  arm64: 0xc00000b7,
};

/** A call's number on x64 and on arm64; `null` where the kernel has no such call. */
type Numbers = readonly [x64: number, arm64: number | null];

const numbered = <Name extends string>(table: Record<Name, Numbers>) => table;

/** Calls whose mode could leave a set-user-id or set-group-id file, and where that mode stands. */
export const MODE_CALLS = numbered({
  chmod: [90, null],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  creat: [85, null],
  mkdir: [83, null],
  mkdirat: [258, 34],
  mknod: [133, null],
  mknodat: [259, 33],
  open: [2, null],
  openat: [257, 56],
});

export const MODE_ARGUMENT: Readonly<Record<keyof typeof MODE_CALLS, number>> = {
  chmod: 1,
  fchmod: 1,
  fchmodat: 2,
  fchmodat2: 2,
  creat: 1,
  mkdir: 1,
  mkdirat: 2,
  mknod: 1,
  mknodat: 2,
  open: 2,
  openat: 3,
};

/** Of these the mode counts only when they make a file: otherwise the argument is not given. */
export const FLAGS_ARGUMENT: ReadonlyMap<string, number> = new Map([
  ["open", 1],
  ["openat", 2],
]);

/**
 * Calls whose arguments stand behind a pointer, which a filter cannot follow. To answer that they do
 * not exist makes C libraries use the older call, whose arguments can be read.
 */
export const UNREADABLE_CALLS = numbered({ openat2: [437, 437], clone3: [435, 435] });

/**
 * Memory that belongs to no process and to no folder with a limit, so that nobody would count it.
 * Programs that are told that there is none use files in /dev/shm or /tmp.
 */
export const UNCOUNTED_CALLS = numbered({
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  msgget: [68, 186],
  semget: [64, 190],
});

/**
 * Calls that put whole pages into a pipe or a socket. A page stays in memory until it is read there, and
 * what is larger than one stays with it: two megabytes for each that counts as four kilobytes. Only for
 * boxes whose memory the kernel counts. The answer is that these files cannot do it: then programs copy.
 */
export const PAGE_CALLS = numbered({
  splice: [275, 76],
  tee: [276, 77],
  vmsplice: [278, 75],
  sendfile: [40, 71],
});

export const CHECKED_CALLS = numbered({
  clone: [56, 220],
  socket: [41, 198],
  socketpair: [53, 199],
  ioctl: [16, 29],
  fcntl: [72, 25],
  setsockopt: [54, 208],
});

/** What no program in a box has a reason to do: each is a door to the kernel or to other processes. */
export const REFUSED_CALLS = numbered({
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  move_pages: [279, 239],
  migrate_pages: [256, 238],
  // Namespaces and mounts.
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  move_mount: [429, 429],
  open_tree: [428, 428],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  // Ways around a filter, or around paths.
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  // Large parts of the kernel.
  bpf: [321, 280],
  userfaultfd: [323, 282],
  perf_event_open: [298, 241],
  fanotify_init: [300, 262],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  personality: [135, 92],
  modify_ldt: [154, null],
  // The machine itself: needs a capability too, which nothing in a box has.
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  syslog: [103, 116],
  vhangup: [153, 58],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  iopl: [172, null],
  ioperm: [173, null],
});

/**
 * The last call this table was written for (`mseal`). Newer ones do not exist in a box, whatever they
 * turn out to do; nor do the x32 numbers, which begin at 0x40000000 and name the same calls again.
 */
export const LAST_KNOWN_CALL = 462;

export function numberOf(numbers: Numbers, processor: Processor): number | null {
  return processor === "x64" ? numbers[0] : numbers[1];
}
