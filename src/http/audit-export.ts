import type { Gate } from "../gate/gate.ts";

/** Streams the log as it is stored. Starts with a fresh checkpoint, so that it covers everything. */
export async function exportAudit(
  { store, auditor }: Gate,
  since: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  await auditor.seal();
  const lines = store.audit.export(since)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (signal.aborted) return controller.close();
      const { value, done } = await lines.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    cancel: async () => void (await lines.return?.()),
  });
  return new Response(body, {
    headers: {
      "content-type": "application/x-ndjson",
      "content-disposition": 'attachment; filename="audit.ndjson"',
      "x-content-type-options": "nosniff",
    },
  });
}
