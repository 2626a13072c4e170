import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { policyQuery } from "../api/policy.ts";
import type { Profile } from "../api/session.ts";
import { mayApprove } from "../api/token.ts";

/** Whether attaching a pack opens its docs and files to the session; the choice of who may approve. */
export type OpenReads = {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
};

/** On by default. Null where the person may not approve, or every call is asked about. */
export function useOpenReads(profile: Profile | ""): OpenReads | null {
  const answers = mayApprove();
  const { data: policy } = useQuery({ ...policyQuery(), enabled: answers });
  const [isOn, setOn] = useState(true);
  if (!answers || !policy || profile === "strict" || policy.profile === "strict") return null;
  return { isOn, onChange: setOn };
}
