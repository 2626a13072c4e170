import { useQuery } from "@tanstack/react-query";
import { hubStepsQuery } from "../api/hub.ts";
import { Plain } from "../ui/plain.tsx";

/** How far it is, while somebody waits for this: others may wait for something else. */
export function StepLine({ of, isWaiting }: { readonly of: string; readonly isWaiting: boolean }) {
  const { data } = useQuery(hubStepsQuery(isWaiting));
  const step = isWaiting ? data?.steps.find(({ what }) => what === of) : undefined;
  if (!step) return null;
  const far = step.total === null ? "" : ` (${step.done} of ${step.total})`;
  return (
    <p role="status" className="text-quiet text-sm">
      <Plain text={`${step.says}${far} …`} />
    </p>
  );
}
