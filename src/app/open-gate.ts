import { createIds } from "../base/ids.ts";
import { createKeyring, newMasterKey } from "../base/keyring.ts";
import { createRedactor } from "../base/redactor.ts";
import { assessRisk } from "../catalog/assess-risk.ts";
import { openCatalog } from "../catalog/catalog.ts";
import { createArrangements } from "../engine/arrangement.ts";
import { keepTodos } from "../engine/compaction/keep-todos.ts";
import { createComposer } from "../engine/composer.ts";
import { createConversations } from "../engine/conversations.ts";
import type { Engine } from "../engine/engine.ts";
import { createTaint } from "../engine/taint.ts";
import { toolMessageChange } from "../engine/tool-message.ts";
import { createHttpExecutor } from "../execution/http/http-executor.ts";
import { createInProcessExecutor } from "../execution/in-process/in-process-executor.ts";
import { createCedarPolicy } from "../policy/create-cedar-policy.ts";
import type { BuiltinCapability } from "../ports/builtin-capability.ts";
import type { Executor } from "../ports/executor.ts";
import type { WebClient } from "../ports/web-client.ts";
import { createAuditor } from "../runtime/auditor.ts";
import { fileRecords } from "../runtime/file-records.ts";
import type { Gate } from "../runtime/gate.ts";
import { createHaltSwitch } from "../runtime/halt.ts";
import { createInFlight } from "../runtime/in-flight.ts";
import { protectStore } from "../runtime/protect-store.ts";
import { createQuotas } from "../runtime/quotas.ts";
import { openSecrets } from "../runtime/secrets.ts";
import { openSessionFiles } from "../runtime/session-files.ts";
import type { SourceType } from "../schema/capability.ts";
import { NO_GRANTS } from "../schema/grants.ts";
import { createBuiltinRegistry } from "../sources/builtin/builtin-registry.ts";
import { createCustomSource } from "../sources/custom/custom-source.ts";
import { announceApprovals } from "./announce-approvals.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import { readPolicies, readShadow } from "./read-policies.ts";
import type { Settings } from "./settings.ts";
import { systemClock } from "./system-clock.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

/** Everything between a call and the code that it runs: adapters on one side, the one gate on the other. */
export async function openGate(
  options: AssembleOptions,
  capabilities: readonly BuiltinCapability[],
  hooks: Engine["hooks"],
  web: WebClient,
  settings: Settings,
  telemetry: Telemetry,
): Promise<Gate & Pick<Engine, "composer" | "conversations">> {
  const { clock = systemClock, policyFolder, report = () => {} } = options;
  const newId = createIds(() => clock.now());
  const keyring = createKeyring(options.masterKey ?? newMasterKey());
  const redactor = createRedactor();
  const announced = settings.webhook
    ? announceApprovals(options.store, { clock, newId })
    : options.store;
  const store = protectStore(telemetry.store(announced), { keyring, redactor });
  const secrets = await openSecrets({ store, keyring, redactor, clock });
  const customs = createCustomSource({
    stored: () => store.customs.list(),
    folder: options.capabilityFolder,
    assess: assessRisk,
  });
  const catalog = await openCatalog([createBuiltinRegistry(capabilities), customs], {
    clock,
    report,
  });
  const composer = createComposer(catalog);
  const conversations = createConversations(store.sessions);
  const { limits } = settings;
  const files = {
    store,
    clock,
    redactor,
    limits: {
      fileBytes: limits.file_bytes,
      sessionBytes: limits.session_bytes,
      sessionFiles: limits.session_files,
    },
  };
  const wrap = (executor: Executor) =>
    options.wrapExecutor?.(telemetry.executor(executor)) ?? telemetry.executor(executor);
  const shadow = readShadow(settings.policy, policyFolder);
  return {
    catalog,
    composer,
    conversations,
    policy: options.policy ?? createCedarPolicy(readPolicies(settings.policy, policyFolder)),
    shadow: options.shadow ?? (shadow ? createCedarPolicy(shadow) : null),
    executors: new Map<SourceType, Executor>([
      [
        "builtin",
        wrap(
          createInProcessExecutor({
            capabilities,
            clock,
            filesOf: (sessionId) => openSessionFiles(files, sessionId),
          }),
        ),
      ],
      [
        "ext",
        wrap(
          createHttpExecutor({
            web,
            callOf: customs.callOf,
            secretFor: secrets.valueFor,
            maxBytes: settings.limits.output_bytes,
          }),
        ),
      ],
    ]),
    store,
    clock,
    newId,
    keyring,
    redactor,
    secrets,
    halt: createHaltSwitch(await store.system.halt()),
    quotas: createQuotas(settings.quotas, settings.limits.approvals_per_minute, clock),
    auditor: createAuditor({ store, clock, keyring }),
    owner: newId("evt"),
    limits: {
      approvalTtlMs: settings.limits.approval_ttl_s * 1_000,
      startWithinMs: settings.limits.start_within_ms,
      outputBytes: settings.limits.output_bytes,
    },
    inFlight: createInFlight(),
    grantsOf: options.grantsOf ?? (() => NO_GRANTS),
    filesOf: (sessionId, changedBy) =>
      openSessionFiles(files, sessionId, (changes) =>
        changedBy === undefined ? [] : fileRecords({ clock, newId }, changedBy, changes),
      ),
    isTainted: createTaint({ catalog, store, conversations }),
    arrangementOf: createArrangements({ catalog, composer, store, hooks }),
    report,
    onOutcome: (invocation, outcome) => [
      ...toolMessageChange({ clock }, invocation, outcome),
      ...keepTodos({ clock }, invocation, outcome),
    ],
  };
}
