const AROUND = 3;

/** One file's change in the common form, as one piece from the first line that differs to the last. */
export function diffOf(path, before, after) {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end++;
  const from = Math.max(0, start - AROUND);
  const tail = Math.max(0, end - AROUND);
  const lines = [
    ...old.slice(from, start).map((line) => ` ${line}`),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...now.slice(start, now.length - end).map((line) => `+${line}`),
    ...old.slice(old.length - end, old.length - tail).map((line) => ` ${line}`),
  ];
  const span = (list) => `${list.length === 0 ? 0 : from + 1},${list.length - tail - from}`;
  const head = before === null ? "--- /dev/null" : `--- a/${path}`;
  return `${head}\n+++ b/${path}\n@@ -${span(old)} +${span(now)} @@\n${lines.join("\n")}\n`;
}

function linesOf(text) {
  return text === null || text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
