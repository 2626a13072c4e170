import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Calculator, Clock, Hand } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { agentsQuery } from "../api/agent.ts";
import { modelQuery } from "../api/model.ts";
import { policyQuery } from "../api/policy.ts";
import { openSession, sessionsQuery } from "../api/session.ts";
import { cx } from "../base/cx.ts";
import { Composer } from "../chat/composer.tsx";
import type { Draft } from "../chat/draft.ts";
import { leaveFirstMessage } from "../chat/first-message.ts";
import { useDraftPacks } from "../packs/use-draft-packs.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { Failure } from "../ui/failure.tsx";
import type { HowMuch } from "./how-much.ts";
import { isLooser } from "./is-looser.ts";
import { Answers, ModelNote } from "./model-note.tsx";
import { SessionOptions } from "./session-options.tsx";

/** All of them work with the model that ships, without a network. */
const TRY = [
  { Icon: Clock, title: "Ask for the time", text: "What time is it in Tokyo?" },
  { Icon: Calculator, title: "Let it calculate", text: "What is 17 times 23?" },
  { Icon: Hand, title: "See it before it runs", text: 'Write "Hello" to hello.txt' },
] as const;

export function HomePage() {
  const navigate = useNavigate();
  const { data: agents } = useQuery(agentsQuery());
  const { data: policy } = useQuery(policyQuery());
  const { data: model } = useQuery(modelQuery());
  const { data: sessions } = useQuery(sessionsQuery(12));
  const { agent: wanted = "", pack = "" } = useSearch({ from: "/" });
  const [agent, setAgent] = useState(wanted);
  const [howMuch, setHowMuch] = useState<HowMuch | null>(null);
  const usual = policy?.profile;
  const chosen = howMuch ?? usual;
  const profile = chosen === undefined || chosen === "planning" || chosen === usual ? "" : chosen;
  const packs = useDraftPacks(pack, profile);
  const field = useRef<HTMLTextAreaElement>(null);
  const askAdmin = useAdmin();
  const queries = useQueryClient();

  useEffect(() => {
    document.title = "New session · Capstan";
    field.current?.focus();
  }, []);

  async function start(draft: Draft) {
    const needsAdmin = profile !== "" && usual !== undefined && isLooser(profile, usual);
    const token = needsAdmin
      ? await askAdmin("Asking less than this server’s default needs an admin.")
      : undefined;
    const session = await openSession(
      {
        mode: chosen === "planning" ? "planning" : "execution",
        ...(agent && { agent_id: agent }),
        ...(profile && { profile }),
      },
      token,
    );
    const chosenPacks = packs.chosen.map(({ id }) => id);
    const attached = { packs: chosenPacks, openReads: packs.openReads?.isOn ?? false };
    const first = chosenPacks.length > 0 ? { ...draft, ...attached } : draft;
    leaveFirstMessage(queries, session.id, first);
    await navigate({ to: "/sessions/$id", params: { id: session.id } });
  }

  const suggestion = useMutation({ mutationFn: start });
  const isFirst = sessions?.total === 0;
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-2xl flex-col justify-center gap-8 px-4 py-10 sm:px-6">
        <header className={cx("flex flex-col gap-2", !sessions && "invisible")}>
          <h1 className="text-balance font-semibold text-2xl tracking-tight">
            {isFirst ? "Welcome to Capstan." : "What should be done?"}
          </h1>
          <p className="text-pretty text-quiet">
            {isFirst && "Write what you want done. "}
            You approve anything risky before it runs.
          </p>
        </header>
        <div className="flex flex-col gap-3">
          <Composer field={field} placeholder="Ask, or give a task…" packs={packs} onSend={start} />
          {usual && agents && (
            <SessionOptions
              agents={agents.items}
              agent={agent}
              onAgent={setAgent}
              usual={usual}
              howMuch={howMuch ?? usual}
              onHowMuch={setHowMuch}
            />
          )}
        </div>
        {model?.is_offline && <ModelNote model={model} />}
        {agent === "" && (
          <section aria-labelledby="try" className="flex flex-col gap-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
              <h2 id="try" className="font-medium text-quiet">
                Three things to try{model?.is_offline && ", without a model"}
              </h2>
              <Link to="/catalog" className="text-accent underline underline-offset-2">
                Everything it can do
              </Link>
            </div>
            <ul className="grid grid-cols-1 gap-3 sm:grid-cols-3">
              {TRY.map(({ Icon, title, text }) => (
                <li key={title}>
                  <button
                    type="button"
                    disabled={suggestion.isPending}
                    onClick={() => suggestion.mutate({ text, files: [] })}
                    className="flex h-full w-full flex-col gap-2 rounded-card border bg-surface p-4 text-left shadow-card hover:border-accent"
                  >
                    <Icon size={18} aria-hidden className="text-accent" />
                    <span className="font-medium text-sm">{title}</span>
                    <span className="text-quiet text-sm">{text}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {suggestion.error && <Failure error={suggestion.error} />}
        {model && !model.is_offline && <Answers name={model.name} />}
      </div>
    </div>
  );
}
