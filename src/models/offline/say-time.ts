import type { JsonObject, JsonValue } from "../../base/json.ts";

const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/;
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** What a clock shows, in words; as the tool wrote it where a format was asked for. */
export function sayTime(
  { format }: JsonObject,
  { time, timezone }: { readonly time: JsonValue; readonly timezone: string },
): string {
  const isUtc = timezone === "UTC";
  const city = timezone.slice(timezone.lastIndexOf("/") + 1).replaceAll("_", " ");
  const told = format === undefined ? momentOf(String(time), isUtc) : undefined;
  if (told === undefined) return `In ${isUtc ? "UTC" : city} it is ${time}.`;
  return isUtc ? `It is ${told} UTC.` : `In ${city} it is ${told}.`;
}

/** "Monday, 16 November, 23:08": as the text says it, whatever the zone of this machine. */
export function momentOf(iso: string, withYear = true): string | undefined {
  const [, year = "", month = "", day = "", clock = ""] = ISO.exec(iso) ?? [];
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const [weekday, name] = [DAYS[at.getUTCDay()], MONTHS[at.getUTCMonth()]];
  if (year === "" || weekday === undefined) return undefined;
  return `${weekday}, ${Number(day)} ${name}${withYear ? ` ${year}` : ""}, ${clock}`;
}
