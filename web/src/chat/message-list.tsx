import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { SessionArtifact } from "../api/file.ts";
import { Button } from "../ui/button.tsx";
import type { Progress } from "./call-progress.ts";
import { MessageRow } from "./message-row.tsx";
import type { Conversation } from "./use-conversation.ts";

type MessageListProps = {
  readonly conversation: Conversation;
  readonly progress: Progress;
  readonly artifacts: ReadonlyMap<string, readonly SessionArtifact[]>;
  readonly onFork: (messageId: string) => void;
  /** What stands below the stored messages: one being sent, one being written. */
  readonly tail: readonly { readonly key: string; readonly node: ReactNode }[];
};

const NEAR_END_PX = 120;

/** Only what is in sight is drawn, so that the thousandth message costs what the first did. */
export function MessageList(props: MessageListProps) {
  const { conversation, progress, artifacts, onFork, tail } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { total, at, resultOf, show } = conversation;
  // Who opens a call wants to read on from there; the end is followed again with the next message.
  const [opened, setOpened] = useState(-1);
  const count = total + tail.length;
  const list = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (at(index)?.role === "tool" ? 0 : 96),
    getItemKey: (index) => (index < total ? index : (tail[index - total]?.key ?? index)),
    overscan: 6,
    anchorTo: opened === count ? "start" : "end",
    followOnAppend: true,
    scrollEndThreshold: NEAR_END_PX,
  });
  const rows = list.getVirtualItems();
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0];
  useEffect(() => show(first, last), [show, first, last]);

  // A page opens at its end, and stays there while what is on it is loaded and drawn, and grows,
  // until someone moves in it: from then on the list keeps the place by itself.
  const isHeld = useRef(true);
  useEffect(() => {
    if (isHeld.current && total > 0 && !list.isAtEnd(1)) list.scrollToEnd();
  });
  const release = () => {
    isHeld.current = false;
  };

  const isAway = total > 0 && scroller.current !== null && !list.isAtEnd(NEAR_END_PX * 4);
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller}
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onWheel={release}
        onTouchMove={release}
        onKeyDown={release}
        onPointerDown={release}
        onFocus={release}
        onClickCapture={({ target }) => {
          if (target instanceof Element && target.closest("summary")) setOpened(count);
        }}
        className="h-full overflow-y-auto overflow-x-hidden px-4 outline-offset-[-2px] [overflow-anchor:none] sm:px-6"
      >
        <div
          className="relative mx-auto w-full max-w-3xl"
          style={{ height: `${list.getTotalSize()}px` }}
        >
          {rows.map(({ index, key, start }) => {
            const message = index < total ? at(index) : undefined;
            return (
              <div
                key={key}
                data-index={index}
                ref={list.measureElement}
                className="absolute top-0 left-0 w-full"
                style={{ transform: `translateY(${start}px)` }}
              >
                {message ? (
                  <MessageRow
                    message={message}
                    resultOf={resultOf}
                    progress={progress}
                    artifacts={artifacts}
                    onFork={onFork}
                  />
                ) : index < total ? (
                  <div className="py-3">
                    <div className="skeleton h-16" />
                  </div>
                ) : (
                  tail[index - total]?.node
                )}
              </div>
            );
          })}
        </div>
      </section>
      {isAway && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            small
            className="pointer-events-auto rounded-full shadow-float"
            icon={<ArrowDown size={14} aria-hidden />}
            onClick={() => {
              isHeld.current = true;
              list.scrollToEnd();
            }}
          >
            To the newest
          </Button>
        </div>
      )}
    </div>
  );
}
