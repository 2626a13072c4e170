import type { JsonObject } from "../../base/json.ts";
import type { Tool } from "../../schema/tool.ts";
import type { Attempt } from "../call.ts";
import type { Gate } from "../gate.ts";
import { policyRequestOf } from "../policy-request.ts";
import type { SessionFiles } from "../session-files.ts";

/**
 * The files of a session without those that policy keeps from this call by their path. A tool that lists
 * or searches takes no path of its own, and shows none that its neighbours may not read.
 */
export function hideDenied(
  { policy, catalog }: Pick<Gate, "policy" | "catalog">,
  attempt: Attempt,
  files: SessionFiles,
): SessionFiles {
  const denies = (tool: Tool, inputs: JsonObject) =>
    policy.decide({ ...policyRequestOf(attempt), tool, inputs }).effect === "deny";
  let readers: readonly Tool[] | undefined;
  const isHidden = (path: string) => {
    readers ??= readersLike(attempt.tool, catalog.listTools()).filter((tool) => !denies(tool, {}));
    return readers.some((tool) => denies(tool, { path }));
  };

  return {
    ...files,
    async list(path, options = {}) {
      const { limit = Number.POSITIVE_INFINITY } = options;
      const shown = [];
      for (let { after } = options; ; ) {
        const page = await files.list(path, { ...options, ...(after !== undefined && { after }) });
        shown.push(...page.filter((file) => !isHidden(file.path)));
        after = page.at(-1)?.path;
        if (page.length < limit || shown.length >= limit) return shown.slice(0, limit);
      }
    },
  };
}

/** Tools of the same capability that read by a path, as far as policy knows it. */
function readersLike({ capabilityId }: Tool, tools: readonly Tool[]): readonly Tool[] {
  return tools.filter(
    ({ capabilityId: id, behaviour, inputSchema: { properties } }) =>
      id === capabilityId &&
      behaviour.readOnly &&
      typeof properties === "object" &&
      properties !== null &&
      Object.hasOwn(properties, "path"),
  );
}
