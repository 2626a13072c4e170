import { useQuery } from "@tanstack/react-query";
import { Download, FileText } from "lucide-react";
import { fileQuery } from "../api/file.ts";
import type { FilePart } from "../api/message.ts";
import { saveBlob } from "../base/save-blob.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Plain } from "../ui/plain.tsx";
import { isPicture, Picture } from "./file-content.tsx";

type MessageFileProps = { readonly sessionId: string; readonly file: FilePart };

/** A file that came with a message: an image is seen, anything else is there to be saved. */
export function MessageFile({ sessionId, file }: MessageFileProps) {
  const { path, mime = "" } = file;
  const isSeen = isPicture(mime);
  const query = useQuery({ ...fileQuery(sessionId, path), enabled: isSeen });
  const name = path.split("/").at(-1) ?? path;
  async function save() {
    const data = query.data ?? (await query.refetch()).data;
    if (data) saveBlob(data, name);
  }
  return (
    <figure className="flex max-w-full flex-col gap-2 rounded-lg border bg-surface p-1.5">
      {isSeen && query.data && <Picture blob={query.data} mime={mime} name={name} />}
      {isSeen && query.isPending && <div className="skeleton h-40 w-60 max-w-full" />}
      <figcaption className="flex items-center gap-2 pl-1 text-sm">
        <FileText size={15} aria-hidden className="shrink-0 text-quiet" />
        <span className="min-w-0 flex-1 truncate" title={path}>
          <Plain text={name} />
        </span>
        {query.error && <span className="text-critical text-xs">It is no longer there.</span>}
        <IconButton label={`Download ${name}`} disabled={query.isFetching} onClick={save}>
          <Download size={15} aria-hidden />
        </IconButton>
      </figcaption>
    </figure>
  );
}
