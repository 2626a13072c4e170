const WORDS: ReadonlyMap<string, string> = new Map([
  ["filesystem.read", "read files in folders that you open to it"],
  ["filesystem.write", "write files in folders that you open to it"],
  ["filesystem.move", "move and rename files in folders that you open to it"],
  ["filesystem.delete", "delete files in folders that you open to it"],
  ["network", "reach hosts that you open to it"],
  ["system.processes", "list programs that run on this machine, and ask to end one"],
  ["system.hardware", "read what this machine is made of"],
  ["system.exec", "start programs in the sandbox"],
  ["display", "show pictures and pages in the console"],
  ["model", "ask a model, at your cost"],
  ["payments", "spend money"],
  ["cloud", "create and delete things in a cloud account"],
]);

/** What a permission lets somebody's code do, in words. */
export function permissionWords(permission: string): string {
  return knownWords(permission) ?? `${permission}, which is not known here`;
}

/** What a pack asks for: beside permissions, the tools of its `allowed-tools`. */
export function packPermissionWords(permission: string): string {
  return knownWords(permission) ?? `have "${permission}" called while it is open (allowed-tools)`;
}

function knownWords(permission: string): string | undefined {
  const words = WORDS.get(permission);
  return words && `${words} (${permission})`;
}
