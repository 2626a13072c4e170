import { Modal } from "../ui/modal.tsx";

const KEYS = [
  ["Alt N", "A new session"],
  ["Alt W", "What waits for you, in all sessions"],
  ["Alt A", "To the calls that wait in this session"],
  ["R", "Run the open call, while they have the focus"],
  ["D", "Deny it"],
  ["⇧ R", "Run all that wait here"],
  ["↑ ↓", "Open another one"],
  ["Enter", "Send the message; ⇧ Enter begins a new line"],
  ["Alt ↑ ↓", "Move a capability of an agent"],
  ["?", "This list"],
] as const;

export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2 text-sm">
        {KEYS.map(([key, words]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded border border-edge px-1.5 py-0.5 font-sans text-xs">
                {key}
              </kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
