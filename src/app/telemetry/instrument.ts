import {
  type Attributes,
  type Meter,
  type Span,
  SpanStatusCode,
  type Tracer,
} from "@opentelemetry/api";
import type { Telemetry } from "./telemetry.ts";

/**
 * Spans and metrics by the OpenTelemetry names for generative AI. Neither inputs nor outputs nor
 * messages are in them: those are for the audit, which redacts them.
 */
export function instrument(tracer: Tracer, meter: Meter): Omit<Telemetry, "stop"> {
  const duration = meter.createHistogram("gen_ai.client.operation.duration", {
    description: "How long an operation took.",
    unit: "s",
  });
  const records = meter.createCounter("capstan.audit.records", {
    description: "Audit records: calls, refusals, questions and answers, by type.",
  });

  async function measured<T>(
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
    failure: (result: T) => string | undefined = () => undefined,
  ): Promise<T> {
    const startedMs = performance.now();
    return tracer.startActiveSpan(name, { attributes }, async (span) => {
      let problem: string | undefined;
      try {
        const result = await work();
        problem = failure(result);
        return result;
      } catch (error) {
        problem = error instanceof Error ? error.name : "error";
        throw error;
      } finally {
        end(span, problem);
        const seconds = (performance.now() - startedMs) / 1_000;
        duration.record(seconds, withError(attributes, problem));
      }
    });
  }

  return {
    executor: (inner) => ({
      ...inner,
      execute: (request) => {
        const { tool, context } = request;
        const attributes = {
          "gen_ai.operation.name": "execute_tool",
          "gen_ai.tool.name": tool.name,
          "gen_ai.tool.type": "function",
          "gen_ai.tool.call.id": context.invocationId,
          "capstan.tool.id": tool.toolId,
          "capstan.tool.risk": tool.riskLevel,
        };
        return measured(
          `execute_tool ${tool.name}`,
          attributes,
          () => inner.execute(request),
          ({ state, error }) => (state === "completed" ? undefined : (error?.code ?? state)),
        );
      },
    }),
    model: (inner, name) => ({
      ...inner,
      respond: (request) =>
        measured(
          `chat ${name}`,
          { "gen_ai.operation.name": "chat", "gen_ai.request.model": name },
          () => inner.respond(request),
        ),
    }),
    commits: {
      after(changes) {
        for (const change of changes) {
          if (change.type === "audit.add") records.add(1, { type: change.entry.type });
        }
      },
    },
    turn: (sessionId, work) =>
      measured(
        "invoke_agent",
        { "gen_ai.operation.name": "invoke_agent", "gen_ai.conversation.id": sessionId },
        work,
      ),
  };
}

function end(span: Span, problem: string | undefined): void {
  if (problem !== undefined) {
    span.setAttribute("error.type", problem);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** Of what has many values (ids), a metric keeps none: each would be a series of its own. */
function withError(attributes: Attributes, problem: string | undefined): Attributes {
  const {
    "gen_ai.tool.call.id": _call,
    "gen_ai.conversation.id": _conversation,
    ...few
  } = attributes;
  return problem === undefined ? few : { ...few, "error.type": problem };
}
