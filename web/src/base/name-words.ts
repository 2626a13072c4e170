/** Models need it to tell these tools from others; beside it a card says where they come from. */
const PREFIX = /^capability_packs\./;

/** `get_current_time` as words: what a person reads first on a card. */
export function nameWords(name: string): string {
  const words = name
    .replace(PREFIX, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_.-]+/g, " ")
    .trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
