/** Where an upload lies: only letters, digits, dots and dashes of its name are kept. */
export function uploadPath(name: string): string {
  return `/uploads/${name.replaceAll(/[^\p{L}\p{N}._-]/gu, "_")}`;
}

/** The same, numbered where something else lies: a message never shows another one's file. */
export function freePath(name: string, taken: ReadonlySet<string>): string {
  const path = uploadPath(name);
  const dot = path.lastIndexOf(".");
  const end = dot > "/uploads/".length ? dot : path.length;
  let free = path;
  for (let count = 2; taken.has(free); count++) {
    free = `${path.slice(0, end)}-${count}${path.slice(end)}`;
  }
  return free;
}
