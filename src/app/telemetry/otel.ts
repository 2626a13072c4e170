import { metrics, trace } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { instrument } from "./instrument.ts";
import type { Telemetry } from "./telemetry.ts";

/** Traces and metrics over OTLP/HTTP; where to, the standard variables say. */
export function startOtel(version: string): Telemetry {
  const resource = defaultResource().merge(
    resourceFromAttributes({
      "service.name": process.env.OTEL_SERVICE_NAME ?? "capstan",
      "service.version": version,
    }),
  );
  const traces = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  traces.register();
  const reader = new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() });
  const meters = new MeterProvider({ resource, readers: [reader] });
  metrics.setGlobalMeterProvider(meters);
  return {
    ...instrument(trace.getTracer("capstan", version), metrics.getMeter("capstan", version)),
    async stop() {
      await Promise.allSettled([traces.shutdown(), meters.shutdown()]);
      trace.disable();
      metrics.disable();
    },
  };
}
