import { useQuery } from "@tanstack/react-query";
import { Download, FileText } from "lucide-react";
import { useEffect, useState } from "react";
import { fileQuery, type SessionArtifact } from "../api/file.ts";
import { saveBlob } from "../base/save-blob.ts";
import { tellBytes } from "../base/tell-amount.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";
import { FileContent } from "./file-content.tsx";

type ArtifactViewProps = { readonly sessionId: string; readonly artifact: SessionArtifact };

const SHOWN_BYTES = 2_000_000;

/** A file that a call made: shown here as data, or saved; never opened as a page (A117). */
export function ArtifactView({ sessionId, artifact }: ArtifactViewProps) {
  const { path } = artifact;
  const mime = artifact.mime ?? "";
  const size = artifact.size_bytes ?? 0;
  const [wanted, setWanted] = useState(size <= SHOWN_BYTES);
  const { data, error, isFetching } = useQuery({ ...fileQuery(sessionId, path), enabled: wanted });
  const [saving, setSaving] = useState(false);
  const name = path.split("/").at(-1) ?? path;
  useEffect(() => {
    if (!saving || !data) return;
    saveBlob(data, name);
    setSaving(false);
  }, [saving, data, name]);
  return (
    <figure className="flex flex-col gap-2 rounded-lg border bg-paper p-2">
      <figcaption className="flex items-center gap-2 text-sm">
        <FileText size={15} aria-hidden className="shrink-0 text-quiet" />
        <span className="min-w-0 flex-1 truncate font-medium" title={path}>
          <Plain text={name} />
        </span>
        <span className="shrink-0 text-quiet text-xs">{tellBytes(size)}</span>
        <Button
          small
          icon={<Download size={13} aria-hidden />}
          disabled={isFetching}
          onClick={() => {
            setWanted(true);
            setSaving(true);
          }}
        >
          Download
        </Button>
      </figcaption>
      {error && <Failure error={error} />}
      {data && <FileContent blob={data} mime={mime} name={name} />}
    </figure>
  );
}
