import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight, File, Folder } from "lucide-react";
import { useRef } from "react";
import type { SessionFile } from "../api/file.ts";
import { cx } from "../base/cx.ts";
import { tellBytes } from "../base/tell-amount.ts";
import { Plain } from "../ui/plain.tsx";
import type { Node } from "./file-tree.ts";

type FileRowsProps = {
  readonly nodes: readonly Node[];
  readonly closed: ReadonlySet<string>;
  readonly onOpen: (file: SessionFile) => void;
  readonly onFold: (path: string) => void;
};

const ROW_PX = 30;
const MOST_PX = 480;

/** Rows that are only drawn in sight: a session may have thousands of files. */
export function FileRows({ nodes, closed, onOpen, onFold }: FileRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    initialRect: { width: 300, height: MOST_PX },
  });
  return (
    <div
      ref={scroller}
      className="-mx-1 overflow-y-auto px-1"
      style={{ height: `${Math.min(MOST_PX, nodes.length * ROW_PX)}px` }}
    >
      <ul className="relative" style={{ height: `${list.getTotalSize()}px` }}>
        {list.getVirtualItems().map(({ index, key, start }) => {
          const node = nodes[index];
          if (!node?.file) return null;
          const { file, path, name, depth } = node;
          const isOpen = file.is_directory && !closed.has(path);
          return (
            <li
              key={key}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                title={path}
                aria-expanded={file.is_directory ? isOpen : undefined}
                onClick={() => (file.is_directory ? onFold(path) : onOpen(file))}
                className="flex h-7 w-full items-center gap-1.5 rounded-md pr-2 text-left text-sm outline-offset-[-2px] hover:bg-hover"
                style={{ paddingLeft: `${depth * 14 + 4}px` }}
              >
                <ChevronRight
                  size={13}
                  aria-hidden
                  className={cx(
                    "shrink-0 text-quiet transition-transform",
                    isOpen && "rotate-90",
                    !file.is_directory && "invisible",
                  )}
                />
                {file.is_directory ? (
                  <Folder size={15} aria-hidden className="shrink-0 text-accent" />
                ) : (
                  <File size={15} aria-hidden className="shrink-0 text-quiet" />
                )}
                <span className="min-w-0 flex-1 truncate">
                  <Plain text={name} />
                </span>
                {!file.is_directory && (
                  <span className="shrink-0 text-quiet text-xs">{tellBytes(file.size_bytes)}</span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
