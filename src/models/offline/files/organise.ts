import { spoken } from "../complete-calls.ts";
import { type FileTask, isOutcome, type Outcome, PASS } from "./file-task.ts";
import { placeOf } from "./place-of.ts";
import { sayPlace } from "./say-files.ts";

export function organise(task: FileTask): Outcome {
  const { request, tools } = task;
  if (request.what.words.length > 0) return PASS;
  const place = placeOf(request.what.place, task);
  if (isOutcome(place)) return place;
  const tool = tools.get("organise_by_type");
  if (!tool) return PASS;
  if (request.by !== undefined) {
    return {
      plan: spoken(
        `I cannot put files in order by ${request.by.slice(0, 60)}: I can do it by their type. To go on, say: organise ${sayPlace(place.path, task.folders)} by type`,
      ),
    };
  }
  return { plan: { calls: [{ tool, input: { path: place.path }, carried: [] }] } };
}
