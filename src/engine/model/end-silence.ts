import { after } from "../../base/deadlines.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Model } from "../../models/model.ts";

/**
 * A model whose answer fails when nothing of it comes for `silenceMs`, before its first piece or in the
 * middle. What comes later is ignored, also from a model that does not heed its signal.
 */
export function endSilence(model: Model, name: string, silenceMs: number | null): Model {
  if (silenceMs === null) return model;
  return {
    ...model,
    async respond(request) {
      const stop = new AbortController();
      // Not AbortSignal.any: that is 40 of 1,600 µs of a turn.
      const onAbort = () => stop.abort(request.signal.reason);
      if (request.signal.aborted) onAbort();
      request.signal.addEventListener("abort", onAbort, { once: true });
      const { promise: ended, reject } = Promise.withResolvers<never>();
      let isSilent = false;
      const end = () => {
        isSilent = true;
        const error = silent(name, silenceMs);
        reject(error);
        stop.abort(error);
      };
      const expectWithin = (ms: number) => after(ms, end);
      let callOff = expectWithin(silenceMs);
      const cameIn = (quietMs = 0) => {
        if (isSilent) return;
        callOff();
        callOff = expectWithin(silenceMs + quietMs);
      };
      const answering = model.respond({
        ...request,
        signal: stop.signal,
        onActivity: cameIn,
        onText(delta) {
          if (isSilent) return;
          cameIn();
          request.onText?.(delta);
        },
      });
      return Promise.race([answering, ended]).finally(() => {
        callOff();
        request.signal.removeEventListener("abort", onAbort);
      });
    },
  };
}

function silent(name: string, silenceMs: number): CapstanError {
  const message = `${name} sent nothing for ${silenceMs / 1_000} s, and its answer was given up. Try again; if it needs longer, raise limits.model_silence_s in the settings.`;
  return new CapstanError("MODEL_SILENT", message);
}
