import type { Json } from "./json.ts";
import type { InputRequest, State } from "./session.ts";

export type Artifact = {
  readonly path: string;
  readonly mime?: string | null;
  readonly size_bytes?: number | null;
  readonly invocation_id?: string;
  readonly created_at?: string;
};

export type Outcome = {
  readonly invocation_id: string;
  readonly state: State;
  readonly outputs?: Json;
  readonly error?: { readonly code: string; readonly message: string; readonly retryable: boolean };
  readonly input_request?: InputRequest;
  readonly artifacts: readonly Artifact[];
  readonly duration_ms: number;
};
