import { FileText, X } from "lucide-react";
import { tellBytes } from "../base/tell-amount.ts";
import { useBlobUrl } from "../base/use-blob-url.ts";
import { Plain } from "../ui/plain.tsx";
import { isPicture } from "./file-content.tsx";

type DraftFilesProps = {
  readonly files: readonly File[];
  readonly onRemove: (file: File) => void;
};

/** What goes along with the message that is being written. */
export function DraftFiles({ files, onRemove }: DraftFilesProps) {
  return (
    <ul aria-label="Attached" className="flex flex-wrap gap-2 px-1 pt-1">
      {files.map((file, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
          key={`${file.name}-${index}`}
          className="flex h-10 max-w-full items-center gap-2 rounded-lg border bg-paper pr-1 pl-1.5 text-sm"
        >
          {isPicture(file.type) ? (
            <Thumbnail file={file} />
          ) : (
            <FileText size={16} aria-hidden className="mx-1 shrink-0 text-quiet" />
          )}
          <span className="min-w-0 max-w-48 truncate" title={file.name}>
            <Plain text={file.name} />
          </span>
          <span className="shrink-0 text-quiet text-xs">{tellBytes(file.size)}</span>
          <button
            type="button"
            aria-label={`Remove ${file.name}`}
            title="Remove"
            onClick={() => onRemove(file)}
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink"
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ file }: { readonly file: File }) {
  const url = useBlobUrl(file, file.type);
  if (!url) return <span className="skeleton size-7 rounded" />;
  return <img src={url} alt="" className="size-7 shrink-0 rounded object-cover" />;
}
