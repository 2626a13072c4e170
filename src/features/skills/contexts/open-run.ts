import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import { isConfirmed } from "../../../gate/approvals/moment.ts";
import type { Attempt, Call } from "../../../gate/call.ts";
import type { CatalogEntry } from "../../../gate/catalog/catalog-entry.ts";
import { validateInput } from "../../../gate/inputs/validate-input.ts";
import type { Run } from "../../../gate/run.ts";
import type { Invocation } from "../../../schema/invocation.ts";
import type { SkillContract } from "../../../schema/skill-contract.ts";
import { beforeTurn } from "./before-turn.ts";
import { deliveryOf } from "./delegations.ts";
import { holdToContract } from "./hold-to-contract.ts";
import { advisedOf, factsByBucket, type Memory, openMemory } from "./memory.ts";
import { asTurn, inItsWords, rememberTurn } from "./remember-turn.ts";
import { summariseTrimmed } from "./summarise-trimmed.ts";
import type { RunParts, Turn } from "./turn.ts";

/** The run of a skill that a call is the next turn of; null for a tool that answers at once. */
export async function openRun(
  parts: RunParts,
  call: Call,
  entry: CatalogEntry,
  earlier: Invocation | undefined,
): Promise<Run | null> {
  const { contract } = entry;
  if (!contract) return null;
  const memory = await openMemory(parts.gate, call, entry, earlier);
  return createRun(parts, contract, memory, inputsOf(entry, memory, call.inputs));
}

/** While a run waits for another skill, it gets the answer for that one as it is, or has its own inputs. */
function inputsOf(entry: CatalogEntry, { handed, given }: Memory, inputs: JsonValue): JsonObject {
  if (!handed) return validateInput(entry, inputs, given);
  const added = isJsonObject(inputs) ? inputs : {};
  return handed.state === "asked" ? added : { ...given, ...added };
}

function createRun(
  parts: RunParts,
  contract: SkillContract,
  opened: Memory,
  inputs: JsonObject,
): Run {
  const { gate } = parts;
  let memory = opened;
  const turnOf = (attempt: Attempt): Turn => ({ ...attempt, contract, memory });
  const { contextId, before, under } = opened;
  const { retry, max_fix_iterations: fixes, execution_mode: mode } = contract;
  const run: Run = {
    contextId,
    version: before?.version ?? null,
    inputs,
    above: under?.path ?? [],
    limits: {
      retries: retry.policy === "safe" ? retry.max_retries : 0,
      fixes,
      asksModels: mode !== "deterministic",
    },
    advised: advisedOf(opened),
    answer: (attempt) => beforeTurn(gate, turnOf(attempt)),
    request: ({ invocation, approval }, iteration) => ({
      contextId: contextId ?? invocation.id,
      turn: opened.turn,
      iteration,
      maxFixes: fixes,
      facts: factsByBucket(opened.facts),
      confirmed: isConfirmed(approval, run),
      delegation: deliveryOf(gate, opened),
    }),
    hold: (attempt, executed) => holdToContract(parts, turnOf(attempt), executed),
    async end(attempt, outcome, result) {
      const turn = turnOf(attempt);
      const ended = asTurn(gate, turn, outcome, result);
      memory = await summariseTrimmed(parts, turn, result);
      return ended;
    },
    changes: (attempt, outcome, result) => rememberTurn(gate, turnOf(attempt), outcome, result),
    forgotten: () => ({
      ...run,
      contextId: null,
      version: null,
      end: async (_, outcome) => inItsWords(contract, outcome),
      changes: () => [],
    }),
  };
  return run;
}
