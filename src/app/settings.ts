import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import { parseJson } from "../base/json.ts";
import { PROVIDERS } from "../models/providers.ts";
import { Permissions } from "../policy/permissions.ts";
import { Verb } from "../schema/access.ts";
import { HubKey } from "../schema/hub.ts";
import { Price } from "../schema/price.ts";
import { Profile } from "../schema/profile.ts";
import { Quota } from "../schema/quota.ts";

const Webhook = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  /** The signing key, or a reference to it: `${secret:NAME}`. */
  secret: z.string().min(1),
});

const RegistryUrl = z.url({ protocol: /^https?$/ }).max(2_000);

/** `settings.json`. Unknown keys are refused: a rule that is silently ignored protects nobody. */
export const Settings = z.strictObject({
  model: z.string().default("offline"),
  /** What an agent may name, as patterns; left out, any provider's. A script is listed letter by letter. */
  models: z.array(z.string().min(1).max(200)).max(200).optional(),
  /** What models cost, by patterns of their names; the first that matches counts. */
  prices: z.record(z.string().min(1), Price).default({}),
  policy: z
    .strictObject({
      profile: Profile.default("risk"),
      permissions: Permissions.prefault({}),
      /** A second set of rules that only reports where it would have decided otherwise. */
      shadow: z
        .strictObject({ profile: Profile.optional(), permissions: Permissions.optional() })
        .optional(),
    })
    .prefault({}),
  quotas: z.array(Quota).max(1_000).default([]),
  /** Told when an approval is asked for and answered, and of a checkpoint once a minute. */
  webhook: Webhook.optional(),
  audit: z
    .strictObject({
      /** A file to which every checkpoint is appended: best on another disk. Relative to the home. */
      keep_checkpoints: z.string().min(1).nullable().default(null),
    })
    .prefault({}),
  /** Host names, beside the loopback ones, under which the server answers. */
  allowed_hosts: z.array(z.string()).default([]),
  /** Where everybody reaches this server over https: authorization servers read there who it is. */
  public_url: z
    .url({ protocol: /^https$/ })
    .nullable()
    .default(null),
  /** `off` isolates nothing; every record of a program that ran says so. */
  sandbox: z.enum(["auto", "off"]).default("auto"),
  /** What capabilities may touch on this machine, by their ids. */
  access: z
    .record(
      z.string().min(1).max(128),
      z.strictObject({
        paths: z
          .array(z.strictObject({ root: z.string(), verbs: z.array(Verb).min(1) }))
          .max(200)
          .default([]),
        /** `host` or `host:port`; private ones must also be in `web_fetch.allow_hosts`. */
        hosts: z.array(z.string()).max(200).default([]),
      }),
    )
    .default({}),
  web_fetch: z
    .strictObject({
      /** `host` or `host:port`: reached though private. */
      allow_hosts: z.array(z.string()).default([]),
      first_byte_ms: z.int().min(10).max(60_000).default(1_000),
      body_ms: z.int().min(10).max(600_000).default(30_000),
      max_bytes: z.int().min(1_000).max(10_000_000).default(500_000),
    })
    .prefault({}),
  /** Where packages come from. Left out: NPM_CONFIG_REGISTRY and PIP_INDEX_URL, then the public ones. */
  registries: z
    .strictObject({
      npm: RegistryUrl.optional(),
      /** An index with the simple API (PEP 503). */
      python: RegistryUrl.optional(),
      /** Credentials of a private one, best as a reference: `${secret:NAME}`. */
      npm_token: z.string().min(1).max(8_192).optional(),
      python_token: z.string().min(1).max(8_192).optional(),
    })
    .prefault({}),
  research: z
    .strictObject({
      /** A SearXNG-style endpoint that answers JSON, such as https://search.example/search. */
      search_url: z
        .url({ protocol: /^https?$/ })
        .nullable()
        .default(null),
    })
    .prefault({}),
  /** Where capabilities are found; the key is what `hub init` printed, null for one that nobody signs. */
  hubs: z
    .array(
      z.strictObject({ url: z.string().min(1).max(2_000), key: HubKey.nullable().default(null) }),
    )
    .max(50)
    .default([]),
  hub: z
    .strictObject({
      /** A hub of one's own, served under /.well-known/agent-skills/. Relative to the home. */
      folder: z.string().min(1).nullable().default(null),
      /** Served to everyone who reaches this server, without a key. */
      public: z.boolean().default(false),
    })
    .prefault({}),
  /** What skills may ask a model, of one run: see "Skills that ask a model" in the guide. */
  advisor: z
    .strictObject({
      questions: z.int().min(0).max(100).default(6),
      /** In and out together. */
      tokens: z.int().min(100).default(40_000),
      /** Of one turn, waiting for answers. */
      time_s: z.number().positive().max(3_600).default(120),
      /** Of a plan that it proposes. */
      steps: z.int().min(1).max(1_000).default(10),
      /** Of a patch that it proposes. */
      changed_files: z.int().min(0).max(1_000).default(5),
      /** How much of an answer may be assumed. */
      assumptions: z.number().min(0).max(1).default(0.3),
    })
    .prefault({}),
  /** Skills that hand over to each other. */
  delegation: z
    .strictObject({
      /** Off, a skill that hands over is blocked. */
      enabled: z.boolean().default(true),
      /** How many skills may stand below the first one. */
      max_depth: z.int().min(1).max(20).default(3),
      /** How often a skill may come back in the line above itself. */
      max_cycles: z.int().min(0).max(20).default(0),
    })
    .prefault({}),
  limits: z
    .strictObject({
      steps_per_turn: z.int().min(1).max(1_000).default(25),
      /** Processes that may die with a turn, one after the other, before it ends as failed. */
      takeovers_per_turn: z.int().min(1).max(1_000_000).default(3),
      /** Of one plan: a task that takes more is asked about instead. */
      plan_steps: z.int().min(1).max(100).default(25),
      /** Of one answer of a model: more calls than this are not made, and it is told. */
      calls_per_answer: z.int().min(1).max(1_000).default(64),
      /** Of one answer, with the inputs of its calls, and the pieces in which it comes. */
      answer_characters: z.int().min(1_000).default(1_000_000),
      answer_deltas: z.int().min(100).default(200_000),
      /** A model that sends nothing for so long while it answers is given up; null waits for ever. */
      model_silence_s: z.number().positive().max(86_400).nullable().default(60),
      /** Of one session, in and out together. */
      tokens_per_session: z.int().positive().nullable().default(null),
      /** Of one session, in the currency of `prices`. */
      cost_per_session: z.number().positive().nullable().default(null),
      /** Of messages that a model is sent: older turns are summarised. */
      context_tokens: z.int().min(1_000).default(60_000),
      /** Of what a prompt says about packs; null for 2 % of what the model reads at once. */
      pack_block_tokens: z.int().min(100).nullable().default(null),
      /** More than these, in number or in tokens, wait behind search_tools. */
      tools_per_request: z.int().min(2).max(10_000).default(100),
      tool_tokens_per_request: z.int().min(500).default(20_000),
      approval_ttl_s: z.number().positive().default(86_400),
      /** Of one actor, in whatever sessions: more questions than this are refused. */
      approvals_per_minute: z.int().positive().default(30),
      /** How often the audit's heads are signed. */
      seal_every_ms: z.int().min(100).default(5_000),
      start_within_ms: z.int().min(10).default(5_000),
      /** A reply with calls is stored with its first call's end if that comes by then; 0: at once. */
      hold_reply_ms: z.int().min(0).max(60_000).default(20),
      /** Sessions that nobody has touched for longer are erased; null keeps them. */
      keep_sessions_days: z.number().positive().nullable().default(null),
      /** Messages of one session that wait for its turn to end. */
      messages_queued: z.int().positive().default(100),
      /** Sessions that wait for a worker; more work than this is refused until some is done. */
      queue_depth: z.int().positive().default(10_000),
      /** Of one file of a session, of all of them together, and how many. */
      file_bytes: z.int().min(1_000).default(100_000_000),
      session_bytes: z.int().min(1_000).default(1_000_000_000),
      session_files: z.int().min(1).default(10_000),
      /** Memory of all programs in the sandbox together; null for half of what the machine has. */
      sandbox_memory_mb: z.int().min(64).nullable().default(null),
      output_bytes: z.int().min(1_000).default(1_000_000),
      body_bytes: z.int().min(1_000).default(4_000_000),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof Settings>;

/** As a person writes them: everything is optional. */
export type SettingsInput = z.input<typeof Settings>;

export function readSettings(file: string, env: NodeJS.ProcessEnv): Settings {
  return readStart(file, env).settings;
}

/** Where the name of the model stands; `by` is the variable or the setting. */
export type ChosenModel = {
  readonly source: "environment" | "settings" | "default";
  readonly by: string | null;
};

/** The settings with the model of this start. */
export function readStart(file: string, env: NodeJS.ProcessEnv) {
  const stored = existsSync(file) ? parseFile(file) : {};
  const settings = parseSettings(stored, file);
  const { model, ...chosen } = chooseModel(stored, settings, env);
  return { settings: { ...settings, model }, chosen };
}

function chooseModel(
  stored: unknown,
  settings: Settings,
  env: NodeJS.ProcessEnv,
): ChosenModel & { readonly model: string } {
  if (env.CAPSTAN_MODEL) {
    return { model: env.CAPSTAN_MODEL, source: "environment", by: "CAPSTAN_MODEL" };
  }
  if (namesModel(stored)) {
    return { model: settings.model, source: "settings", by: '"model" in settings.json' };
  }
  const provider = PROVIDERS.find(({ key }) => key !== null && env[key]);
  if (provider) return { model: provider.model, source: "environment", by: provider.key };
  return { model: "offline", source: "default", by: null };
}

/** Throws what is wrong, and where. */
export function parseSettings(stored: unknown, where: string): Settings {
  const result = Settings.safeParse(stored);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const message = `${where}: "${issue?.path.join(".")}" ${issue?.message}.`;
  throw new CapstanError("SETTINGS_INVALID", message);
}

function parseFile(file: string): unknown {
  try {
    return parseJson(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new CapstanError("SETTINGS_INVALID", `${file} is not valid JSON.`, { cause });
  }
}

function namesModel(stored: unknown): boolean {
  return typeof stored === "object" && stored !== null && Object.hasOwn(stored, "model");
}
