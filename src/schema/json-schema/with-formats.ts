import { format as FORMATS } from "@cfworker/json-schema";

export type TextTest = (text: string) => boolean;

/**
 * The library has one table of formats for everyone. A schema's own are in it only while a value is
 * checked, and go with the schema.
 */
export function withFormats<T>(formats: ReadonlyMap<string, TextTest>, check: () => T): T {
  for (const [name, test] of formats) FORMATS[name] = test;
  try {
    return check();
  } finally {
    for (const name of formats.keys()) delete FORMATS[name];
  }
}
