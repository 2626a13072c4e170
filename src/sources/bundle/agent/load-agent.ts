import { CapstanError } from "../../../base/errors.ts";
import type { FolderLoader } from "../../../ports/folder-shelf.ts";

/** What a folder with `manifest.json` and `agent.*` is as a manifest agent. */
export const loadAgent: FolderLoader = () => {
  throw new CapstanError(
    "AGENT_FOLDER_INVALID",
    "This folder is a manifest agent, which cannot be taken in yet.",
  );
};
