import { foldGrowing } from "../../base/fold-growing.ts";
import type { Message } from "../../schema/message.ts";

const WIRE_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Tool id → the name under which this conversation last called it. */
export const calledNames = foldGrowing<Message, ReadonlyMap<string, string>>({
  start: () => new Map(),
  add: (names, { toolCalls = [] }) =>
    toolCalls.reduce(
      (known, { toolId, name }) =>
        toolId === null || known.get(toolId) === name || !WIRE_NAME.test(name)
          ? known
          : new Map(known).set(toolId, name),
      names,
    ),
});
