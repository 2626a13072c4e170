import { packsAreFolders } from "../../packs-are-folders.ts";
import type { Migration } from "../migrate.ts";

/** Breaking: an older version would look for packs in their own table. */
export const packFolders: Migration = {
  id: "0028-packs-are-folders",
  up: packsAreFolders("postgres"),
  breaking: true,
};
