/** What went wrong, by a code of the specification and in words for anybody. */
export class PlainError extends Error {
  constructor(code, message, path) {
    super(message);
    this.code = code;
    this.path = path;
  }
}

const SYSTEM = new Map([
  ["ENOENT", ["FILE_NOT_FOUND", "I couldn't find that file. It may have been moved or deleted."]],
  ["EACCES", ["NOT_PERMITTED", "I am not allowed to use that location."]],
  ["EPERM", ["NOT_PERMITTED", "I am not allowed to change that."]],
  ["EEXIST", ["FILE_EXISTS", "There is something of that name already."]],
  ["ENOTEMPTY", ["FILE_EXISTS", "There is a folder of that name already, and it is not empty."]],
  ["EISDIR", ["NOT_A_FILE", "That is a folder, and a file is needed."]],
  ["ENOTDIR", ["NOT_A_FOLDER", "That is a file, and a folder is needed."]],
  ["EROFS", ["READ_ONLY", "That location can only be read here."]],
  ["EBUSY", ["FILE_BUSY", "Something else is using that file."]],
  ["ETXTBSY", ["FILE_BUSY", "That is a program that is running."]],
  ["ENOSPC", ["NO_SPACE", "There is no room left to write."]],
  ["EDQUOT", ["NO_SPACE", "There is no room left to write."]],
  ["EIO", ["DISK_ERROR", "The disk could not be read or written there."]],
  ["ENAMETOOLONG", ["INVALID_PARAMS", "That name is too long."]],
  ["ELOOP", ["FILE_NOT_FOUND", "That is a link that leads to itself."]],
]);

/** Never the text of the system: it means nothing to whoever asked. */
export function errorOf(error) {
  if (error instanceof PlainError) {
    const { code, message, path } = error;
    return { code, message, ...(path !== undefined && { path }) };
  }
  const [code, message] = SYSTEM.get(error?.code) ?? [
    "AGENT_FAILED",
    "That didn't work, and I don't know why.",
  ];
  return { code, message };
}

/** What a person is told of an error, with what became of the rest. */
export function withRest(error, rest) {
  const { code, message } = errorOf(error);
  return new PlainError(code, `${message} ${rest}`);
}

/** "1 file", "2 files". */
export function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

export function sizeInWords(bytes) {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  if (bytes === 1) return "1 byte";
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}
