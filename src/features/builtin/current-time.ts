import type { BuiltinCapability } from "../builtin-capability.ts";
import { BUILTIN_IDS } from "./builtin-ids.ts";

export const currentTime: BuiltinCapability = {
  id: BUILTIN_IDS.currentTime,
  name: "Current Time",
  description: "Tells the current date and time, in any time zone and in several formats.",
  status: "available",
  icon: "clock",
  category: "Utilities",
  tools: [
    {
      name: "get_current_time",
      description:
        "Returns the current date and time in a time zone, as ISO 8601, Unix seconds or words.",
      examples: [
        "what time is it",
        "what time is it in {timezone}",
        "the time in {timezone} as {format}",
        "what day is it today",
        "what is the date",
        "what is the date today",
        "current date and time",
        "how late is it in {timezone}",
      ],
      riskLevel: "LOW",
      behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 5_000 },
      inputSchema: {
        type: "object",
        properties: {
          timezone: {
            type: "string",
            description: 'IANA time zone such as "UTC" or "America/New_York".',
            default: "UTC",
          },
          format: { type: "string", enum: ["iso8601", "unix", "human"], default: "iso8601" },
        },
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: {
          time: { type: ["string", "integer"] },
          timezone: { type: "string" },
          format: { type: "string" },
        },
        required: ["time", "timezone", "format"],
      },
      run({ timezone = "UTC", format = "iso8601" }, { now }) {
        const zone = String(timezone);
        return { time: inFormat(String(format), zone, new Date(now())), timezone: zone, format };
      },
    },
  ],
};

function inFormat(format: string, timezone: string, at: Date): string | number {
  if (!isTimeZone(timezone)) throw new Error(`"${timezone}" is not a known time zone.`);
  if (format === "unix") return Math.floor(at.getTime() / 1000);
  if (format === "human") {
    return at.toLocaleString("en-GB", { timeZone: timezone, dateStyle: "full", timeStyle: "long" });
  }
  return isoIn(timezone, at);
}

/** ISO 8601 with the zone's own offset: 2026-11-15T21:00:00+09:00. */
function isoIn(timezone: string, at: Date): string {
  const local = at.toLocaleString("sv-SE", { timeZone: timezone }).replace(" ", "T");
  const offset = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    timeZoneName: "longOffset",
  })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName")
    ?.value.replace("GMT", "");
  return `${local}${offset || "+00:00"}`;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
