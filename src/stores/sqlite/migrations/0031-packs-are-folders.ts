import { packsAreFolders } from "../../packs-are-folders.ts";
import type { Migration } from "../migrate.ts";

export const packFolders: Migration = {
  id: "0031-packs-are-folders",
  up: packsAreFolders("sqlite"),
};
