import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { approvalsQuery } from "../api/approval.ts";
import { artifactsQuery } from "../api/file.ts";
import { modelQuery } from "../api/model.ts";
import { moveSession, type Session, sendMessage } from "../api/session.ts";
import { ApprovalDeck } from "../approvals/approval-deck.tsx";
import { showHidden } from "../base/hidden-characters.ts";
import { newId } from "../base/new-id.ts";
import { plural } from "../base/tell-amount.ts";
import { useWide } from "../base/use-wide.ts";
import { ExampleContext } from "../markdown/example.tsx";
import { offeredIn } from "../offers/offer.ts";
import { OfferRegion } from "../offers/offer-region.tsx";
import { useChoose } from "../offers/use-choose.ts";
import { useSessionPacks } from "../packs/use-session-packs.ts";
import { SidePanel } from "../panels/side-panel.tsx";
import { Failure } from "../ui/failure.tsx";
import { Modal } from "../ui/modal.tsx";
import { attachFiles } from "./attach-files.ts";
import { Composer } from "./composer.tsx";
import type { Draft } from "./draft.ts";
import { FailedRegion } from "./failed-region.tsx";
import { takeFirstMessage } from "./first-message.ts";
import { groupArtifacts } from "./group-artifacts.ts";
import { MessageList } from "./message-list.tsx";
import { SessionHeader } from "./session-header.tsx";
import { SendingRow, WorkingRow, WritingRow } from "./tail-rows.tsx";
import { useConversation } from "./use-conversation.ts";
import { useDeckFocus } from "./use-deck-focus.ts";
import { useFork } from "./use-fork.ts";
import { useSessionStream } from "./use-session-stream.ts";
import { WaitRegion } from "./wait-region.tsx";

export function SessionView({ session }: { readonly session: Session }) {
  const { id, title, state, input_request: wanted, profile } = session;
  const queries = useQueryClient();
  const conversation = useConversation(id);
  const { connected, progress, writing, whenConnected } = useSessionStream(id, conversation.total);
  const { data: pending } = useQuery(approvalsQuery({ state: "pending", session: id }));
  const { data: made } = useQuery(artifactsQuery(id));
  const artifacts = useMemo(() => groupArtifacts(made?.items ?? []), [made]);
  const [sending, setSending] = useState<Draft | null>(null);
  const isWide = useWide(1280);
  const [panel, setPanel] = useState<boolean | null>(null);
  const deck = useRef<HTMLElement>(null);
  const composer = useRef<HTMLTextAreaElement>(null);

  const choose = useChoose(session, ({ label }) => setSending({ text: label, files: [] }));
  const { isPending: isChoosing } = choose;
  const offered = useMemo(() => offeredIn(session), [session]);
  // In the order in which the model asked, and not before the session says that it waits.
  const approvals = useMemo(
    () =>
      // While a card is run, its own approval is answered by the Run that was pressed.
      (!isChoosing && (state === "input_required" || state === "in_progress")
        ? (pending?.items ?? [])
        : []
      ).toReversed(),
    [pending, state, isChoosing],
  );
  useDeckFocus(deck, composer, approvals.length + offered.length);
  useEffect(() => {
    document.title = `${showHidden(title) || "New session"} · Capstan`;
  }, [title]);

  async function send(draft: Draft, onPending?: "queue" | "withdraw") {
    setSending(draft);
    try {
      await whenConnected();
      await sendMessage(id, {
        content: await attachFiles(queries, id, draft),
        message_id: newId(),
        ...(draft.packs && {
          attach: draft.packs,
          open_reads: draft.openReads,
          open_tools: draft.openReads,
        }),
        ...(approvals.length > 0 && onPending && { on_pending: onPending }),
      });
      await queries.invalidateQueries({ queryKey: ["messages", id] });
      await queries.invalidateQueries({ queryKey: ["sessions", "one", id] });
    } finally {
      setSending(null);
    }
  }

  const [failed, setFailed] = useState<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const first = takeFirstMessage(queries, id);
    if (first !== undefined) send(first).catch(setFailed);
  }, []);

  // Between being stored and being told so, the same words are in both places.
  const stored = conversation.last.findLast(({ role }) => role === "assistant");
  const isWriting = writing !== "" && !stored?.content.includes(writing.trim());
  const isStored = isChoosing && offered.length === 0;
  const tail = [
    ...(sending === null || isStored
      ? []
      : [{ key: "sending", node: <SendingRow draft={sending} /> }]),
    ...(isWriting ? [{ key: "writing", node: <WritingRow text={writing} /> }] : []),
    ...(state === "in_progress" && !isWriting ? [{ key: "working", node: <WorkingRow /> }] : []),
  ];
  const lastWords = conversation.last.findLast(({ role }) => role === "user")?.content;
  const retry =
    typeof lastWords === "string"
      ? () => send({ text: lastWords, files: [] }).catch(setFailed)
      : undefined;
  const fork = useFork(id);
  const packs = useSessionPacks(session);
  const error = conversation.error ?? fork.error ?? choose.error ?? failed;
  const panelOpen = panel ?? isWide;
  const { data: model } = useQuery(modelQuery());
  const [example, setExample] = useState<Draft | null>(null);
  const take = useMemo(
    () => (model?.is_offline ? (text: string) => setExample({ text, files: [] }) : null),
    [model],
  );
  const sidePanel = <SidePanel session={session} messages={conversation.last} />;
  return (
    <div className="flex h-full min-h-0">
      <div className="flex min-w-0 flex-1 flex-col">
        <SessionHeader
          session={session}
          connected={connected}
          panelOpen={panelOpen}
          onPanel={() => setPanel(!panelOpen)}
        />
        {error !== null && (
          <div className="p-4">
            <Failure error={error} />
          </div>
        )}
        <ExampleContext value={take}>
          <MessageList
            conversation={conversation}
            progress={progress}
            artifacts={artifacts}
            onFork={fork.mutate}
            tail={tail}
          />
        </ExampleContext>
        <p className="sr-only" role="status">
          {approvals.length > 0 && `${plural(approvals.length, "call")} waiting for your answer.`}
          {offered.length > 0 && `${plural(offered.length, "offer")} to choose from.`}
        </p>
        <div className="mx-auto w-full max-w-3xl shrink-0">
          {approvals.length > 0 ? (
            <ApprovalDeck
              approvals={approvals}
              canRemember={profile !== "strict"}
              region={deck}
              focusKey="Alt A"
            />
          ) : offered.length > 0 ? (
            <OfferRegion
              key={session.resume_token}
              session={session}
              options={offered}
              busy={isChoosing}
              region={deck}
              onChoose={(choice) =>
                choose
                  .mutateAsync(choice)
                  .catch(() => {})
                  .finally(() => setSending(null))
              }
            />
          ) : (
            <WaitRegion
              session={session}
              onCancel={() => send({ text: "never mind", files: [] }).catch(setFailed)}
            />
          )}
          {state === "failed" && sending === null && (
            <FailedRegion session={session} onRetry={retry} />
          )}
        </div>
        <div className="mx-auto w-full max-w-3xl shrink-0 px-4 pt-2 pb-4 sm:px-6">
          <Composer
            field={composer}
            packs={packs}
            example={example}
            placeholder={
              offered.length > 0
                ? "Something else…"
                : wanted?.kind === "fields"
                  ? "Answer in your own words…"
                  : "Write a message…"
            }
            waiting={approvals.length > 0}
            onSend={send}
            onStop={
              state === "in_progress"
                ? () =>
                    moveSession(id, "cancel").finally(() =>
                      queries.invalidateQueries({ queryKey: ["sessions"] }),
                    )
                : undefined
            }
          />
        </div>
      </div>
      {panelOpen && isWide && (
        <aside aria-label="Side panel" className="w-84 shrink-0 overflow-y-auto border-l">
          {sidePanel}
        </aside>
      )}
      {panelOpen && !isWide && (
        <Modal side="right" title="This session" onClose={() => setPanel(false)}>
          {sidePanel}
        </Modal>
      )}
    </div>
  );
}
