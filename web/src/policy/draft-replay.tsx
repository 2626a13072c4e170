import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { checkDraft, replayDraft } from "../api/policy.ts";
import { saveBlob } from "../base/save-blob.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Failure } from "../ui/failure.tsx";
import { ReplayView } from "./replay-view.tsx";
import { useDraft } from "./use-draft.ts";

const EXAMPLE = `@id("no_clock_in_the_dark")
@reason("Nobody needs the time here.")
forbid (principal, action, resource == Tool::"builtin:current_time:get_current_time");
`;

const HOUR_MS = 3_600_000;

export function DraftReplay() {
  const { text, setText, saved, isSaved, save, discard } = useDraft(EXAMPLE);
  const [hours, setHours] = useState("168");
  const field = useId();
  const run = useMutation({
    mutationFn: async () => {
      const draft = { name: "draft.cedar", text };
      const { ok, problems } = await checkDraft(draft);
      if (!ok) return { problems, replay: undefined };
      const since = new Date(Date.now() - Number(hours) * HOUR_MS).toISOString();
      return { problems, replay: await replayDraft(draft, since) };
    },
  });
  return (
    <Card aria-labelledby="replay" className="flex flex-col gap-4">
      <div>
        <h2 id="replay" className="font-semibold">
          Try a rule on what has happened
        </h2>
        <p className="text-quiet text-sm">
          The draft is checked, then decides the recorded calls again. Nothing runs, and nothing
          comes into force.
        </p>
      </div>
      <div className="flex flex-col gap-1">
        <label htmlFor={field} className="font-medium text-sm">
          Draft, in Cedar
        </label>
        <textarea
          id={field}
          rows={6}
          spellCheck={false}
          className="field font-mono"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label="Over"
          value={hours}
          options={[
            ["1", "the last hour"],
            ["24", "the last day"],
            ["168", "the last week"],
            ["720", "the last month"],
          ]}
          onChange={setHours}
        />
        <Button look="primary" disabled={run.isPending} onClick={() => run.mutate()}>
          {run.isPending ? "Deciding again…" : "Replay"}
        </Button>
        <Button disabled={isSaved} onClick={save}>
          {isSaved ? "Saved" : "Save draft"}
        </Button>
        <Button disabled={text === ""} onClick={() => saveBlob(new Blob([text]), "draft.cedar")}>
          Download
        </Button>
        {saved !== null && (
          <ConfirmButton icon={null} confirm="Really discard it?" onConfirm={discard}>
            Discard draft
          </ConfirmButton>
        )}
      </div>
      <p className="text-quiet text-xs">
        A saved draft stays in this browser, on this computer. To bring it into force, put the
        downloaded file into the folder <code className="font-mono">policy/</code> of the server’s
        home, and start the server again.
      </p>
      {run.error && <Failure error={run.error} />}
      {run.data?.problems.map(({ line, column, message }) => (
        <Failure key={`${line}:${column}`} error={new Error(`Line ${line}: ${message}`)} />
      ))}
      {run.data?.replay && <ReplayView replay={run.data.replay} />}
    </Card>
  );
}
