import { posix } from "node:path";
import { asking } from "./asking.ts";
import type { Place } from "./described.ts";
import {
  type FileTask,
  filesSeen,
  MOST_LISTED,
  MOST_ROOTS,
  type Outcome,
  PASS,
  WAIT,
} from "./file-task.ts";
import { EFFECTS } from "./lexicon.ts";
import { matchFolders } from "./match-files.ts";
import { sayPlace } from "./say-files.ts";

/** Where a place is: known, or found among the folders that there are. */
export function placeOf(
  place: Place | undefined,
  task: FileTask,
): { readonly path: string } | Outcome {
  const { roots, see, folders, request } = task;
  if (!place) return PASS;
  if ("path" in place) return place;
  const seen = roots
    .slice(0, MOST_ROOTS)
    .map((path) =>
      filesSeen(path, see("list_files", { path, recursive: true, limit: MOST_LISTED })),
    );
  if (seen.includes(undefined)) return WAIT;
  const all = seen.flatMap((it) => it ?? []);
  const known = new Set(folders.map(({ path }) => path));
  for (const { root, files } of all) {
    for (const { path } of files) {
      for (let up = posix.dirname(path); up.length > root.length; up = posix.dirname(up))
        known.add(up);
    }
  }
  const fits = matchFolders(place.called, [...known]);
  const [only] = fits;
  if (only !== undefined && fits.length === 1) return { path: only };
  const name = place.called.join(" ");
  if (fits.length > 1) {
    const list = fits.slice(0, 10).map((path) => `- ${sayPlace(path, folders)}`);
    return {
      plan: asking([`Which folder do you mean?`, ...list].join("\n"), {
        name: "folder",
        description: "Which folder do you mean?",
      }),
    };
  }
  if (!request.what.isAboutFiles || (!EFFECTS.has(request.verb) && !request.what.isFolder))
    return PASS;
  const names = folders.slice(0, 10).map((folder) => folder.name);
  return {
    plan: asking(
      `I do not know where "${name}" is. Which folder do you mean? I know: ${names.join(", ")}.`,
      { name: "folder", description: "The folder" },
    ),
  };
}
