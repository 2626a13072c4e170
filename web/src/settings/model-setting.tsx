import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Unplug } from "lucide-react";
import { disconnectModel, modelQuery } from "../api/model.ts";
import { LINK } from "../frame/lost-page.tsx";
import { ConnectModel } from "../model/connect-model.tsx";
import { isFixed, ModelSource } from "../model/model-source.tsx";
import { useAdmin } from "../sign-in/admin.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Plain } from "../ui/plain.tsx";
import { SettingCard } from "./setting-card.tsx";

type ModelSettingProps = {
  /** Patterns of the models that an agent may name. */
  readonly allowed: readonly string[] | null;
};

/** The model that answers: which one, why, and how to connect another. */
export function ModelSetting({ allowed }: ModelSettingProps) {
  const { data: model, error, refetch } = useQuery(modelQuery());
  const askAdmin = useAdmin();
  const queries = useQueryClient();
  const disconnect = useMutation({
    mutationFn: async () => disconnectModel(await askAdmin("Disconnecting it needs an admin.")),
    onSuccess: (left) => queries.setQueryData(["model"], left),
  });
  return (
    <SettingCard title="Model" settings={["model", "models"]}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!model && !error && <Loading rows={2} />}
      {model && (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <dl className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
              <dt className="text-quiet">Answers</dt>
              <dd>
                <code className="font-mono [overflow-wrap:anywhere]">
                  <Plain text={model.name} />
                </code>
                {model.is_offline && " (ships with Capstan, and needs no key)"}
                {model.source === "connected" && " (connected here)"}
              </dd>
              <dt className="text-quiet">An agent may name</dt>
              <dd className="[overflow-wrap:anywhere]">
                <Plain text={allowed?.join(", ") ?? "a model of any provider"} />
              </dd>
            </dl>
            {model.source === "connected" && (
              <ConfirmButton
                icon={<Unplug size={14} aria-hidden />}
                disabled={disconnect.isPending}
                confirm="Forget it and its key?"
                onConfirm={() => disconnect.mutate()}
              >
                Disconnect
              </ConfirmButton>
            )}
          </div>
          {disconnect.error && <Failure error={disconnect.error} />}
          <ModelSource model={model} />
          {!isFixed(model) &&
            (model.is_offline ? (
              <ConnectModel model={model} />
            ) : (
              <Disclosure
                key={model.name}
                summary="Connect another"
                summaryClassName="w-fit text-quiet text-sm hover:text-ink"
              >
                {() => (
                  <div className="mt-3">
                    <ConnectModel model={model} />
                  </div>
                )}
              </Disclosure>
            ))}
        </>
      )}
      <p className="text-quiet text-sm">
        One agent’s model is set on{" "}
        <Link to="/agents" className={LINK}>
          its page
        </Link>
        .
      </p>
    </SettingCard>
  );
}
