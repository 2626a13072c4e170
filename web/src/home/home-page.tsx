import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Calculator, Clock, Hand } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { agentsQuery } from "../api/agent.ts";
import { modelQuery } from "../api/model.ts";
import { policyQuery } from "../api/policy.ts";
import { openSession, type Profile, sessionsQuery } from "../api/session.ts";
import { cx } from "../base/cx.ts";
import { Composer } from "../chat/composer.tsx";
import type { Draft } from "../chat/draft.ts";
import { leaveFirstMessage } from "../chat/first-message.ts";
import { useDraftPacks } from "../packs/use-draft-packs.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { TaskBox } from "../tasks/task-box.tsx";
import { TaskView } from "../tasks/task-view.tsx";
import { Failure } from "../ui/failure.tsx";
import { isLooser } from "./is-looser.ts";
import { Answers, ModelNote } from "./model-note.tsx";
import { type Mode, SessionOptions } from "./session-options.tsx";

/** All of them work with the model that ships, without a network. */
const TRY = [
  { Icon: Clock, title: "Ask for the time", text: "What time is it in Tokyo?" },
  { Icon: Calculator, title: "Let it calculate", text: "What is 17 times 23?" },
  {
    Icon: Hand,
    title: "Be asked first",
    text: "Write hello.txt with the text Hello, then delete hello.txt",
  },
] as const;

export function HomePage() {
  const navigate = useNavigate();
  const { data: agents } = useQuery(agentsQuery());
  const { data: policy } = useQuery(policyQuery());
  const { data: model } = useQuery(modelQuery());
  const { data: sessions } = useQuery(sessionsQuery(12));
  const { agent: wanted = "", pack = "" } = useSearch({ from: "/" });
  const [agent, setAgent] = useState(wanted);
  const [profile, setProfile] = useState<Profile | "">("");
  const packs = useDraftPacks(pack, profile);
  const [mode, setMode] = useState<Mode>("execution");
  const [task, setTask] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const askAdmin = useAdmin();
  const queries = useQueryClient();

  useEffect(() => {
    document.title = "New session · Capstan";
    field.current?.focus();
  }, []);

  async function start(draft: Draft) {
    const needsAdmin = profile !== "" && policy !== undefined && isLooser(profile, policy.profile);
    const token = needsAdmin
      ? await askAdmin(`The profile ${profile} is looser than ${policy.profile}.`)
      : undefined;
    const session = await openSession(
      { mode, ...(agent && { agent_id: agent }), ...(profile && { profile }) },
      token,
    );
    const chosen = packs.chosen.map(({ id }) => id);
    const attached = { packs: chosen, openReads: packs.openReads?.isOn ?? false };
    leaveFirstMessage(queries, session.id, chosen.length > 0 ? { ...draft, ...attached } : draft);
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
            What needs your say is shown to you first, and runs only when you press Run.
          </p>
        </header>
        {wanted === "" && pack === "" && (
          <div className="flex flex-col gap-4">
            <TaskBox
              label="Do a task"
              placeholder="List the files in my Downloads"
              button="Plan it"
              onSaid={({ id }) => setTask(id)}
            />
            {task !== "" && <TaskView key={task} id={task} onSaid={({ id }) => setTask(id)} />}
          </div>
        )}
        <div className="flex flex-col gap-3">
          {wanted === "" && pack === "" && (
            <h2 className="font-medium text-sm">Or start a conversation</h2>
          )}
          <Composer field={field} placeholder="Ask, or give a task…" packs={packs} onSend={start} />
          <SessionOptions
            isOpen={wanted !== ""}
            agents={agents?.items ?? []}
            agent={agent}
            onAgent={setAgent}
            profile={profile}
            usual={policy?.profile}
            onProfile={setProfile}
            mode={mode}
            onMode={setMode}
          />
        </div>
        {agent === "" && (
          <section aria-labelledby="try" className="flex flex-col gap-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
              <h2 id="try" className="font-medium text-quiet">
                Three things to try{model?.is_offline && ", all of them offline"}
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
                    <span className="text-quiet text-sm">“{text}”</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {suggestion.error && <Failure error={suggestion.error} />}
        {model && (model.is_offline ? <ModelNote /> : <Answers name={model.name} />)}
      </div>
    </div>
  );
}
