import type { ErrorComponentProps } from "@tanstack/react-router";
import { Failure } from "../ui/failure.tsx";
import { Page } from "../ui/page.tsx";

/** A page that broke, or a part of the console that did not load: say so, and offer to load anew. */
export function RouteFailure({ error }: ErrorComponentProps) {
  return (
    <Page title="This page did not load">
      <Failure error={error} onRetry={() => location.reload()} />
    </Page>
  );
}
