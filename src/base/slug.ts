const MAX_LENGTH = 64;

/** Lower case, everything outside `a-z0-9` one `-`, at most 64. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-|-$/g, "");
}

/** The id that a pack would have: of its name; where nothing is left of that, of its folder. */
export function packSlug(name: string, folder: string): string {
  return slugOf(name) || slugOf(folder) || "pack";
}

/** The id of a folder of code: its name as its author calls it, where that can be an id. */
export function codeSlug(name: string, folder: string): string {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name) ? name : packSlug(name, folder);
}

/** The first of `x`, `x-2`, `x-3` … that is free. */
export function freeSlug(slug: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(slug)) return slug;
  for (let number = 2; ; number++) {
    const ending = `-${number}`;
    const id = `${slug.slice(0, MAX_LENGTH - ending.length).replace(/-$/, "")}${ending}`;
    if (!isTaken(id)) return id;
  }
}
