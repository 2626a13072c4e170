import { readFileSync, realpathSync, statfsSync } from "node:fs";
import os from "node:os";
import { resolve, sep } from "node:path";

const MAX_LISTED = 500;

class PlainError extends Error {
  constructor(code, message, path) {
    super(message);
    this.code = code;
    this.path = path;
  }
}

const ACTIONS = new Map([
  ["get_current_date", currentDate],
  ["get_disk_usage", diskUsage],
  ["get_system_info", systemInfo],
  ["get_hardware_profile", hardwareProfile],
  ["get_process_list", processList],
  ["end_process", endProcess],
]);

/** The whole agent: an action and its parameters in, an answer out. It never throws. */
export async function run(input) {
  const started = performance.now();
  const { action, params = {}, context = {} } = input ?? {};
  const answer = (parts, paths = []) => ({
    ...parts,
    metadata: {
      files_affected: 0,
      bytes_affected: 0,
      duration_ms: Math.round(performance.now() - started),
      paths_accessed: paths,
    },
  });
  const perform = ACTIONS.get(action);
  if (!perform) {
    const message = `I don't know how to do "${String(action).slice(0, 100)}".`;
    return answer({ status: "error", error: { code: "UNKNOWN_ACTION", message } });
  }
  try {
    const { paths, ...done } = await perform(params, context);
    return answer({ status: "success", ...done }, paths);
  } catch (error) {
    return answer({ status: "error", error: errorOf(error) });
  }
}

function errorOf(error) {
  if (error instanceof PlainError) {
    const { code, message, path } = error;
    return { code, message, ...(path !== undefined && { path }) };
  }
  return { code: "AGENT_FAILED", message: "That didn't work, and I don't know why." };
}

/** Looking changes nothing: its rehearsal says what would be looked at. */
function would(what) {
  return { action_performed: `Would ${what}`, result: { preview: [] } };
}

function currentDate({ format, time_zone }, { dry_run }) {
  if (dry_run) return would("tell the date and the time");
  const now = new Date();
  const zone = time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const fields = fieldsOf(now, zone);
  const text = (format ?? "YYYY-MM-DD HH:mm:ss").replaceAll(
    /YYYY|MM|DD|HH|mm|ss/g,
    (name) => fields[name],
  );
  return {
    action_performed: `It is ${text}`,
    result: { date: text, iso: now.toISOString(), time_zone: zone, weekday: fields.weekday },
  };
}

function fieldsOf(date, timeZone) {
  try {
    const parts = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      weekday: "long",
      hourCycle: "h23",
    }).formatToParts(date);
    const { year, month, day, hour, minute, second, weekday } = Object.fromEntries(
      parts.map(({ type, value }) => [type, value]),
    );
    return { YYYY: year, MM: month, DD: day, HH: hour, mm: minute, ss: second, weekday };
  } catch {
    throw new PlainError("INVALID_PARAMS", "I don't know that time zone. One is Europe/Berlin.");
  }
}

/** Of the disk that a folder is on; without one, of all that can be seen from here. */
async function diskUsage({ path }, context) {
  if (path !== undefined) {
    const folder = grantedFolder(path, context);
    if (context.dry_run) return would(`look up the disk of ${folder}`);
    const { bsize, blocks, bavail } = statfsSync(folder);
    const disk = shown({ path: folder, total_bytes: bsize * blocks, free_bytes: bsize * bavail });
    return { action_performed: tell(disk), result: { disks: [disk] }, paths: [folder] };
  }
  if (context.dry_run) return would("look up the disks of this machine");
  const disks = (await service(context, "disks", "disks")()).map(shown);
  return { action_performed: disks.map(tell).join("; "), result: { disks } };
}

function shown({ path, total_bytes, free_bytes }) {
  const used = total_bytes - free_bytes;
  const percent = total_bytes > 0 ? Math.round((100 * used) / total_bytes) : 0;
  return { path, total_bytes, free_bytes, used_bytes: used, used_percent: percent };
}

function tell({ path, free_bytes, used_percent }) {
  return `${path} is ${used_percent} % full, ${(free_bytes / 1e9).toFixed(1)} GB are free`;
}

function grantedFolder(text, { granted_paths = [], workspace }) {
  const wanted = resolve(workspace ?? "/", String(text));
  const roots = [...granted_paths, ...(workspace ? [workspace] : [])].map(real);
  const isWithin = (path) => roots.some((root) => path === root || path.startsWith(root + sep));
  const folder = real(wanted);
  if (!isWithin(folder)) {
    throw new PlainError("PATH_NOT_GRANTED", "I don't have access to that location", wanted);
  }
  try {
    return realpathSync(folder);
  } catch {
    throw new PlainError("FILE_NOT_FOUND", "I couldn't find that folder.");
  }
}

function real(path) {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function systemInfo(_params, { dry_run }) {
  if (dry_run) return would("look up the system of this machine");
  const [total, free] = [os.totalmem(), os.freemem()];
  const days = Math.floor(os.uptime() / 86_400);
  return {
    action_performed: `${os.type()} ${os.release()}, up for ${days} days`,
    result: {
      system: os.type(),
      release: os.release(),
      architecture: os.arch(),
      uptime_s: Math.floor(os.uptime()),
      load: os.loadavg().map((one) => Math.round(100 * one) / 100),
      memory: { total_bytes: total, free_bytes: free },
    },
  };
}

function hardwareProfile(_params, { dry_run }) {
  if (dry_run) return would("look up what this machine is made of");
  const cpus = os.cpus();
  const model = cpus[0]?.model.trim() || "unknown";
  const memory = os.totalmem();
  const [maker, product] = [named("sys_vendor"), named("product_name")];
  return {
    action_performed: `${cpus.length} × ${model}, ${(memory / 1e9).toFixed(1)} GB of memory`,
    result: {
      processor: { model, cores: cpus.length, architecture: os.arch() },
      memory_bytes: memory,
      ...(maker && { maker }),
      ...(product && { product }),
    },
  };
}

/** As the machine's maker wrote it; many say nothing. */
function named(field) {
  try {
    return readFileSync(`/sys/devices/virtual/dmi/id/${field}`, "utf8").trim();
  } catch {
    return undefined;
  }
}

/** What only the system can tell: outside of Capstan nobody does. */
function service(context, name, what) {
  if (typeof context[name] === "function") return context[name];
  throw new PlainError("SYSTEM_UNAVAILABLE", `I can't see the ${what} of this machine from here.`);
}

async function processList({ filter, sort = "memory", limit = 50 }, context) {
  if (context.dry_run) return would("list the processes of this machine");
  const all = await service(context, "processes", "processes")();
  const wanted = String(filter ?? "").toLowerCase();
  const found = all
    .filter(({ name, pid }) => name.toLowerCase().includes(wanted) || String(pid) === wanted)
    .sort((one, other) =>
      sort === "name"
        ? one.name.localeCompare(other.name)
        : sort === "cpu"
          ? other.cpu_s - one.cpu_s
          : other.memory_bytes - one.memory_bytes,
    );
  const part = found.slice(0, Math.min(limit, MAX_LISTED));
  return {
    action_performed: `Listed ${part.length} of ${found.length} processes`,
    result: { processes: part, total: found.length, truncated: part.length < found.length },
  };
}

/** The runtime asks a person, and ends only the very process that they were asked about. */
async function endProcess({ pid }, context) {
  if (!Number.isInteger(pid) || pid <= 1) {
    throw new PlainError("INVALID_PARAMS", 'Say which process, by its number: "pid".');
  }
  const all = await service(context, "processes", "processes")();
  const found = all.find((one) => one.pid === pid);
  if (!found) throw new PlainError("PROCESS_NOT_FOUND", `There is no process ${pid} any more.`);
  const { name, started } = found;
  const what = `the process "${name}" (${pid})`;
  if (context.dry_run) {
    return { action_performed: `Would end ${what}`, result: { preview: [{ pid, name, started }] } };
  }
  try {
    await service(context, "endProcess", "processes")({ pid, name, started });
  } catch ({ code, message }) {
    // An error with a code was made to be told.
    if (code && message) throw new PlainError(code, message);
    throw new PlainError("NOT_PERMITTED", `I am not allowed to end ${what}.`);
  }
  return { action_performed: `Ended ${what}`, result: { pid, name } };
}
