import { ArrowDown, ArrowUp, GripVertical, X } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import type { Capability } from "../api/capability.ts";
import { cx } from "../base/cx.ts";
import { StatusTag } from "../catalog/status-tag.tsx";
import { CapabilityIcon } from "../ui/capability-icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { ConfigForm } from "./config-form.tsx";
import type { Entry } from "./entry.ts";

type CapabilityRowProps = {
  readonly entry: Entry;
  readonly capability: Capability | undefined;
  readonly isKnown: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isDragged: boolean;
  readonly onMove: (step: -1 | 1) => void;
  readonly onDragStart: () => void;
  readonly onDragOver: () => void;
  readonly onDragEnd: () => void;
  readonly onChange: (entry: Entry) => void;
  readonly onRemove: () => void;
};

export function CapabilityRow(props: CapabilityRowProps) {
  const { entry, capability, isKnown, isFirst, isLast, isDragged, onMove, onChange } = props;
  const range = useId();
  const name = capability?.name ?? entry.id;
  function press(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(event.key === "ArrowUp" ? -1 : 1);
  }
  return (
    <li
      draggable
      onDragStart={props.onDragStart}
      onDragOver={(event) => {
        event.preventDefault();
        props.onDragOver();
      }}
      onDragEnd={props.onDragEnd}
      onKeyDown={press}
      className={cx("rounded-lg border bg-paper", isDragged && "border-accent opacity-60")}
    >
      <div className="flex items-center gap-2 px-2 py-1.5">
        <GripVertical size={15} aria-hidden className="shrink-0 cursor-grab text-quiet" />
        <CapabilityIcon name={capability?.icon} size={16} />
        <span className="min-w-0 flex-1 truncate text-sm">
          <span className="font-medium">
            <Plain text={name} />
          </span>
          {entry.range && <span className="text-quiet"> @{entry.range}</span>}
        </span>
        {!isKnown && <Tag tone="high">Unknown</Tag>}
        {capability && capability.status !== "available" && (
          <StatusTag status={capability.status} />
        )}
        <IconButton label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)}>
          <ArrowUp size={15} aria-hidden />
        </IconButton>
        <IconButton label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown size={15} aria-hidden />
        </IconButton>
        <IconButton label={`Remove ${name}`} onClick={props.onRemove}>
          <X size={15} aria-hidden />
        </IconButton>
      </div>
      <details className="border-t px-3 py-1.5 text-sm">
        <summary className="w-fit text-quiet text-xs hover:text-ink">
          Version{capability?.config_schema ? " and configuration" : ""}
        </summary>
        <div className="flex flex-col gap-3 py-2">
          <div className="flex flex-col gap-1">
            <label htmlFor={range} className="font-medium text-sm">
              Version range <span className="font-normal text-quiet">(optional)</span>
            </label>
            <input
              id={range}
              className="field"
              placeholder={`any, such as ^${capability?.version ?? "1.0.0"}`}
              value={entry.range}
              onChange={(event) => onChange({ ...entry, range: event.target.value.trim() })}
            />
          </div>
          {capability?.config_schema && (
            <ConfigForm
              schema={capability.config_schema}
              config={entry.config}
              onChange={(config) => onChange({ ...entry, config })}
            />
          )}
        </div>
      </details>
    </li>
  );
}
