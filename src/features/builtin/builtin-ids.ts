import { CapstanError } from "../../base/errors.ts";
import { CapabilityId } from "../../schema/capability.ts";

/** The ids of the document (E10). A capability id is any string; these are the ones that ship. */
export const BUILTIN_IDS = {
  noop: "noop",
  currentTime: "current_time",
  research: "research",
  sandbox: "sandbox",
  fileSystem: "session_file_system",
  testMath: "test_math",
  testWeather: "test_weather",
  statelessTodoList: "stateless_todo_list",
  webFetch: "web_fetch",
} as const satisfies Record<string, CapabilityId>;

/** The id of anything, shipped or not; refuses only what no store could hold (E9, E11). */
export function capabilityId(id: string): CapabilityId {
  const parsed = CapabilityId.safeParse(id);
  if (parsed.success) return parsed.data;
  throw new CapstanError("SETTINGS_INVALID", "A capability id has 1 to 128 characters.");
}

/** One factory for each id that ships (E11). */
export const builtinIds = {
  noop: () => BUILTIN_IDS.noop,
  currentTime: () => BUILTIN_IDS.currentTime,
  research: () => BUILTIN_IDS.research,
  sandbox: () => BUILTIN_IDS.sandbox,
  fileSystem: () => BUILTIN_IDS.fileSystem,
  testMath: () => BUILTIN_IDS.testMath,
  testWeather: () => BUILTIN_IDS.testWeather,
  statelessTodoList: () => BUILTIN_IDS.statelessTodoList,
  webFetch: () => BUILTIN_IDS.webFetch,
} as const satisfies Record<keyof typeof BUILTIN_IDS, () => CapabilityId>;
