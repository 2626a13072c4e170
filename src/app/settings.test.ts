import { expect, test } from "vitest";
import { Settings } from "./settings.ts";

test("X29: what nobody set is what is written here", () => {
  expect(Settings.parse({})).toEqual({
    model: "offline",
    prices: {},
    policy: { profile: "risk", permissions: { allow: [], ask: [], deny: [] } },
    quotas: [],
    audit: { keep_checkpoints: null },
    allowed_hosts: [],
    public_url: null,
    sandbox: "auto",
    access: {},
    web_fetch: { allow_hosts: [], first_byte_ms: 1_000, body_ms: 30_000, max_bytes: 500_000 },
    registries: {},
    research: { search_url: null },
    hubs: [],
    hub: { folder: null, public: false },
    advisor: {
      questions: 6,
      tokens: 40_000,
      time_s: 120,
      steps: 10,
      changed_files: 5,
      assumptions: 0.3,
    },
    delegation: { enabled: true, max_depth: 3, max_cycles: 0 },
    limits: {
      steps_per_turn: 25,
      takeovers_per_turn: 3,
      plan_steps: 25,
      tokens_per_session: null,
      cost_per_session: null,
      context_tokens: 60_000,
      tools_per_request: 100,
      tool_tokens_per_request: 20_000,
      approval_ttl_s: 86_400,
      approvals_per_minute: 30,
      seal_every_ms: 5_000,
      start_within_ms: 5_000,
      hold_reply_ms: 20,
      keep_sessions_days: null,
      messages_queued: 100,
      queue_depth: 10_000,
      file_bytes: 100_000_000,
      session_bytes: 1_000_000_000,
      session_files: 10_000,
      sandbox_memory_mb: null,
      output_bytes: 1_000_000,
      pack_block_tokens: null,
      body_bytes: 4_000_000,
      calls_per_answer: 64,
      answer_characters: 1_000_000,
      answer_deltas: 200_000,
      model_silence_s: 60,
    },
  });
});

test.each([
  ["web_fetch", "first_byte_ms", 10, 60_000],
  ["web_fetch", "body_ms", 10, 600_000],
  ["web_fetch", "max_bytes", 1_000, 10_000_000],
  ["limits", "steps_per_turn", 1, 1_000],
  ["limits", "plan_steps", 1, 100],
] as const)("X29: %s.%s is from %i to %i", (part, name, least, most) => {
  const takes = (value: number) => Settings.safeParse({ [part]: { [name]: value } }).success;
  expect([least - 1, least, most, most + 1].map(takes)).toEqual([false, true, true, false]);
});
