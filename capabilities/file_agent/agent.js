import * as many from "./actions/change-many.js";
import * as changing from "./actions/change-one.js";
import * as finding from "./actions/find.js";
import * as looking from "./actions/look.js";
import { errorOf } from "./lib/answers.js";
import { placesOf } from "./lib/places.js";

const MAX_PATHS = 100;

const ACTIONS = new Map([
  ["list_files", looking.listFiles],
  ["search_files", finding.searchFiles],
  ["read_file", looking.readFile],
  ["write_file", changing.writeFile],
  ["copy_file", changing.copyFile],
  ["move_file", changing.moveFile],
  ["rename_file", changing.renameFile],
  ["delete_file", changing.deleteFile],
  ["get_metadata", looking.getMetadata],
  ["disk_usage", finding.diskUsage],
  ["find_duplicates", finding.findDuplicates],
  ["organise_by_type", many.organiseByType],
  ["bulk_rename", many.bulkRename],
]);

/** The whole agent: an action and its parameters in, an answer out. It never throws. */
export function run(input) {
  const started = performance.now();
  const { action, params = {}, context = {} } = input ?? {};
  const places = placesOf(context);
  const answer = (parts, { files = 0, bytes = 0 } = {}) => ({
    ...parts,
    metadata: {
      files_affected: files,
      bytes_affected: bytes,
      duration_ms: Math.round(performance.now() - started),
      paths_accessed: [...places.accessed].slice(0, MAX_PATHS),
    },
  });
  const perform = ACTIONS.get(action);
  if (!perform) {
    const message = `I don't know how to do "${String(action).slice(0, 100)}".`;
    return answer({ status: "error", error: { code: "UNKNOWN_ACTION", message } });
  }
  const call = {
    params,
    places,
    dryRun: context.dry_run === true,
    confirmed: params.confirmed === true || context.confirmed === true,
    progress: context.progress,
  };
  try {
    const done = perform(call);
    const { confirmation, action_performed, result } = done;
    if (confirmation === undefined) {
      return answer({ status: "success", action_performed, result }, done);
    }
    return answer({
      status: "confirmation_required",
      action_performed: "Asked before doing anything",
      result,
      confirmation_prompt: confirmation,
      confirmation_action: { action, params: { ...params, confirmed: true } },
    });
  } catch (error) {
    return answer({ status: "error", error: errorOf(error) });
  }
}
