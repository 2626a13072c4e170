import { expect, test } from "vitest";
import { readTree } from "../bundles/testing/read-tree.ts";
import { INFER, skillTree } from "../bundles/testing/skill-trees.ts";
import { loadSkill } from "./load-skill.ts";

const IMPL = { "impl.py": "raise SystemExit" };
const load = (front: string) => loadSkill(readTree(skillTree("one", front, IMPL)));
const contractOf = (front: string) => load(front).capability.tools[0]?.contract;

test("S7, S14, S24: what a skill may do is read, and what it does not say has a default", () => {
  expect(contractOf("")).toMatchObject({
    allowed_intermediate_states: [],
    max_turns: 8,
    supports_resume: true,
    writes: "none",
  });
  const { capability } = loadSkill(readTree(INFER.py));
  expect(capability.tools[0]).toMatchObject({
    name: "run",
    checksOwnInputs: true,
    inputSchema: { required: ["parsed_sections", "source_type"] },
    contract: { max_turns: 4, state_persistence: "full_events", writes: "artifacts" },
  });
});

test.each(["impl.ts", "impl.js", "impl.py"])("X32: %s is the code of a skill", (path) => {
  const { capability } = loadSkill(readTree(skillTree("one", "", { [path]: "" })));
  expect(capability.tools[0]?.execution).toMatchObject({ entry: path });
});

test("S44, X40: both places of persistence and of the request's schema count", () => {
  const request = "{type: object, properties: {missing_fields: {type: array}}}";
  const inputs = "{type: object, properties: {source_type: {type: string}}}";
  expect(contractOf(`state_persistence: none\ninput_request_jsonschema: ${inputs}`)).toMatchObject({
    state_persistence: "none",
    request_schema: null,
    answer_schema: { type: "object" },
  });
  const inner = `interaction_outcomes: {state_persistence: full_events, input_request_jsonschema: ${request}}`;
  expect(contractOf(inner)).toMatchObject({
    state_persistence: "full_events",
    request_schema: { type: "object" },
    answer_schema: null,
  });
});

test.each([
  "interaction_outcomes: {max_turns: 21}",
  "interaction_outcomes: {allowed_intermediate_states: [sleeping]}",
  "state_persistence: some",
  "timeout_seconds: soon",
  "input_schema: 7",
  "required_artifacts: [{name: ../up}]",
])("S24: a wrong value of what is enforced refuses the skill: %s", (front) => {
  expect(() => load(front)).toThrow(expect.objectContaining({ code: "SKILL_INVALID" }));
});

test("S61, S63: other odd values and unknown keys are told, and refuse nothing", () => {
  const { metadata, capability } = load(
    "odd_key: 1\nretry: {policy: exponential}\nfs_scope: artifact\nside_effects: [fs]\nautonomy_level: IMPLEMENT\nfailure_modes: [strange]",
  );
  expect(metadata.warnings.join(" ")).toMatch(/odd_key.*strange.*exponential/);
  expect(capability.tools[0]?.contract).toMatchObject({
    writes: "artifacts",
    fs_scope: "artifact",
  });
});
