import { describe, expect, test } from "vitest";
import { described } from "../../../test/described.ts";
import { runBuiltin } from "../../testing/run-builtin.ts";
import { currentTime } from "./current-time.ts";

const at = (time: string, inputs: { timezone?: string; format?: string }) =>
  runBuiltin(currentTime, "get_current_time", inputs, { now: () => Date.parse(time) });

test("E16: current_time is available, adds no prompt, and has a clock among the Utilities", () => {
  expect(described(currentTime).capability).toMatchObject({
    id: "current_time",
    status: "available",
    icon: "clock",
    category: "Utilities",
    tools: ["builtin:current_time:get_current_time"],
  });
  expect(currentTime.systemPrompt).toBeUndefined();
});

test("E17: get_current_time takes a time zone and one of three formats, and only reads", () => {
  const [tool] = described(currentTime).tools;
  expect(tool).toMatchObject({
    name: "get_current_time",
    riskLevel: "LOW",
    sideEffectTags: [],
    behaviour: { readOnly: true, idempotent: true },
    inputSchema: {
      properties: {
        timezone: { type: "string" },
        format: { enum: ["iso8601", "unix", "human"] },
      },
      additionalProperties: false,
    },
  });
});

describe("get_current_time", () => {
  test.each([
    { zone: "UTC", time: "2026-01-15T12:00:00Z", iso: "2026-01-15T12:00:00+00:00" },
    { zone: "Europe/Berlin", time: "2026-01-15T12:00:00Z", iso: "2026-01-15T13:00:00+01:00" },
    { zone: "Europe/Berlin", time: "2026-07-15T12:00:00Z", iso: "2026-07-15T14:00:00+02:00" },
    // The clocks of Berlin jump from 02:00 to 03:00 between these two seconds.
    { zone: "Europe/Berlin", time: "2026-03-29T00:59:59Z", iso: "2026-03-29T01:59:59+01:00" },
    { zone: "Europe/Berlin", time: "2026-03-29T01:00:00Z", iso: "2026-03-29T03:00:00+02:00" },
    { zone: "America/New_York", time: "2026-01-15T03:00:00Z", iso: "2026-01-14T22:00:00-05:00" },
    { zone: "Asia/Kolkata", time: "2026-01-15T18:30:00Z", iso: "2026-01-16T00:00:00+05:30" },
    { zone: "America/St_Johns", time: "2026-01-15T12:00:00Z", iso: "2026-01-15T08:30:00-03:30" },
    { zone: "Asia/Kathmandu", time: "2026-01-15T12:00:00Z", iso: "2026-01-15T17:45:00+05:45" },
  ])("E17: says $iso in $zone", async ({ zone, time, iso }) => {
    expect(await at(time, { timezone: zone, format: "iso8601" })).toEqual({
      time: iso,
      timezone: zone,
      format: "iso8601",
    });
  });

  test("E17: says whole seconds since 1970 for unix, whatever the zone", async () => {
    for (const timezone of ["UTC", "Asia/Kolkata"]) {
      const answer = await at("2026-01-15T12:00:00.999Z", { timezone, format: "unix" });
      expect(answer).toEqual({ time: 1_768_478_400, timezone, format: "unix" });
    }
  });

  test("E17: says it in words for human, in the zone", async () => {
    const answer = await at("2026-01-15T18:30:00Z", { timezone: "Asia/Kolkata", format: "human" });
    expect(answer).toMatchObject({ format: "human", timezone: "Asia/Kolkata" });
    expect(answer).toHaveProperty("time", expect.stringMatching(/Friday.*16 January 2026.*00:00/));
  });

  test("E17: says ISO 8601 in UTC when nothing is said", async () => {
    expect(await at("2026-01-15T12:00:00Z", {})).toEqual({
      time: "2026-01-15T12:00:00+00:00",
      timezone: "UTC",
      format: "iso8601",
    });
  });

  test.each(["Mars/Olympus", "", "../etc", "UTC; rm", "Europe/Berlin\n"])(
    "E17: fails for the time zone %j with a message for a person",
    async (timezone) => {
      for (const format of ["iso8601", "unix", "human"]) {
        await expect(at("2026-01-15T12:00:00Z", { timezone, format })).rejects.toThrow(
          `"${timezone}" is not a known time zone.`,
        );
      }
    },
  );
});
