import type { Io } from "../command.ts";
import { visibleJson } from "../visible.ts";
import type { Show } from "./follow-turn.ts";

/** Every event on a line of its own, as the server sent it. */
export function showAsJson(io: Io): Show {
  return {
    event: ({ data }) => io.out(io.isTty ? visibleJson(data) : data),
    note() {},
    end() {},
  };
}
