import { CapstanError } from "../../base/errors.ts";
import type { Model, ModelReply, ModelRequest } from "../model.ts";
import type { Script, ScriptStep } from "./script.ts";

/**
 * Answers by a script, for tests and demonstrations. The step is chosen by the number of answers
 * that the session has recorded, so that a restart changes nothing.
 */
export function createScriptedModel(script: Script): Model {
  return {
    async respond(request) {
      const step = script.steps[request.callsBefore];
      if (!step) return { text: "done", toolCalls: [] };
      for (const unmet of unmetExpectations(step, request)) {
        const message = `Step ${request.callsBefore + 1} of the script: ${unmet}`;
        throw new CapstanError("SCRIPT_UNMET", message);
      }
      return replyOf(step);
    },
  };
}

function replyOf(step: ScriptStep): ModelReply {
  return { text: step.text ?? "", toolCalls: step.tool_calls ?? [] };
}

function unmetExpectations({ expect = {} }: ScriptStep, request: ModelRequest): string[] {
  const names = new Set(
    request.tools.flatMap(({ toolId, name, wireName }) => [toolId, name, wireName]),
  );
  const lastResult = request.messages.findLast((message) => message.role === "tool");
  const missing = (expect.tools_include ?? []).filter((name) => !names.has(name));
  const unwanted = (expect.tools_exclude ?? []).filter((name) => names.has(name));
  return [
    ...missing.map((name) => `the tool "${name}" is not offered.`),
    ...unwanted.map((name) => `the tool "${name}" is offered.`),
    ...absent("the system prompt", request.system, expect.system_includes),
    ...absent("the last result", lastResult?.content ?? "", expect.last_result_includes),
  ];
}

function absent(where: string, text: string, wanted: string | string[] | undefined): string[] {
  return [wanted ?? []]
    .flat()
    .filter((part) => !text.includes(part))
    .map((part) => `${where} does not include ${JSON.stringify(part)}.`);
}
