import type { Executor } from "../../gate/executor.ts";
import type { JournalStage } from "../../gate/secrets/journal-stages.ts";
import type { Model } from "../../models/model.ts";

/** Watches from outside: it stands around the ports, and the gate and the engine know nothing of it. */
export type Telemetry = {
  executor(inner: Executor): Executor;
  model(inner: Model, name: string): Model;
  readonly commits: JournalStage;
  turn<T>(sessionId: string, work: () => Promise<T>): Promise<T>;
  /** Sends what is left. */
  stop(): Promise<void>;
};

export const NO_TELEMETRY: Telemetry = {
  executor: (inner) => inner,
  model: (inner) => inner,
  commits: {},
  turn: (_sessionId, work) => work(),
  stop: async () => {},
};

/** As the OpenTelemetry SDK names them: it is sent anywhere only when one of these is set. */
const ENDPOINTS = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
];

/** Loads the SDK, a third of a second of start-up, only when there is somewhere to send to. */
export async function openTelemetry(env: NodeJS.ProcessEnv, version: string): Promise<Telemetry> {
  if (env.OTEL_SDK_DISABLED === "true" || !ENDPOINTS.some((name) => env[name])) {
    return NO_TELEMETRY;
  }
  const { startOtel } = await import("./otel.ts");
  return startOtel(version);
}
