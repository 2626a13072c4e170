import { checkFolder } from "../bundles/tests/check-folder.ts";
import { itemOf } from "../bundles/tests/checked-items.ts";
import type { FolderTester } from "../bundles/tests/folder-tester.ts";

/** Checks an extension strictly. Its format has no examples with an expected answer: nothing is run. */
export const testExtension: FolderTester = async (engine, found) => {
  const { name, ok, items } = await checkFolder(engine, found);
  return {
    name,
    items: ok ? [...items, itemOf("run", "skipped", "has no examples to run")] : items,
  };
};
