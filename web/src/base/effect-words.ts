/** What each side effect means to someone who has read no documentation. */
const WORDS = new Map<string, string>([
  ["fs.read", "reads files"],
  ["fs.write", "writes files"],
  ["fs.delete", "deletes files"],
  ["fs.chmod", "changes who may use files"],
  ["fs.move", "moves files"],
  ["network.http", "sends requests to other servers"],
  ["network.socket", "opens network connections"],
  ["network.dns", "looks up host names"],
  ["cloud.key_read", "reads cloud keys"],
  ["cloud.key_write", "changes cloud keys"],
  ["cloud.resource_create", "creates cloud resources"],
  ["cloud.resource_delete", "deletes cloud resources"],
  ["payments", "moves money"],
  ["system.exec", "runs programs"],
  ["system.env", "reads environment variables"],
  ["system.processes", "looks at or ends processes"],
  ["system.hardware", "uses hardware"],
  ["database.read", "reads a database"],
  ["database.write", "changes a database"],
  ["database.delete", "deletes from a database"],
  ["display", "shows something on the screen"],
]);

/** The ones that cannot be taken back are named first, and stand out. */
const GRAVE = new Set([
  "fs.delete",
  "cloud.key_write",
  "cloud.resource_delete",
  "payments",
  "system.exec",
  "database.delete",
]);

export function effectWords(tag: string): string {
  return WORDS.get(tag) ?? tag;
}

export function isGrave(tag: string): boolean {
  return GRAVE.has(tag);
}

export function gravestFirst(tags: readonly string[]): string[] {
  return [...tags].sort((a, b) => Number(isGrave(b)) - Number(isGrave(a)));
}
