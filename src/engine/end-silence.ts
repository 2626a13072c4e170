import { after } from "../base/deadlines.ts";
import { CapstanError } from "../base/errors.ts";
import type { Model } from "../ports/model.ts";

/**
 * A model whose answer fails when nothing of it comes for `silenceMs`, before its first piece or in the
 * middle. What comes later is ignored, also from a model that does not heed its signal.
 */
export function endSilence(model: Model, name: string, silenceMs: number | null): Model {
  if (silenceMs === null) return model;
  return {
    ...model,
    async respond(request) {
      const silence = new AbortController();
      const { promise: ended, reject } = Promise.withResolvers<never>();
      const end = () => {
        const error = silent(name, silenceMs);
        reject(error);
        silence.abort(error);
      };
      const expectWithin = (ms: number) => after(ms, end);
      let callOff = expectWithin(silenceMs);
      const cameIn = (quietMs = 0) => {
        if (silence.signal.aborted) return;
        callOff();
        callOff = expectWithin(silenceMs + quietMs);
      };
      const answering = model.respond({
        ...request,
        signal: AbortSignal.any([request.signal, silence.signal]),
        onActivity: cameIn,
        onText(delta) {
          if (silence.signal.aborted) return;
          cameIn();
          request.onText?.(delta);
        },
      });
      return Promise.race([answering, ended]).finally(() => callOff());
    },
  };
}

function silent(name: string, silenceMs: number): CapstanError {
  const message = `${name} sent nothing for ${silenceMs / 1_000} s, and its answer was given up. Try again; if it needs longer, raise limits.model_silence_s in the settings.`;
  return new CapstanError("MODEL_SILENT", message);
}
