import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FolderOpen, Upload } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { filesQuery, type SessionFile } from "../api/file.ts";
import { isMissing } from "../api/problem-error.ts";

import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { ChangedFiles } from "./changed-files.tsx";
import { FileDialog } from "./file-dialog.tsx";
import { FileRows } from "./file-rows.tsx";
import { fileTree } from "./file-tree.ts";
import { uploadFiles } from "./upload-files.ts";

export function FilesPanel({ sessionId }: { readonly sessionId: string }) {
  const { data, error, isPending } = useQuery(filesQuery(sessionId));
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<SessionFile | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const upload = useMutation({
    mutationFn: (files: readonly File[]) => uploadFiles(queries, sessionId, files),
  });
  const nodes = useMemo(() => fileTree(data?.items ?? [], closed), [data, closed]);
  if (isPending) return <Loading rows={3} />;
  if (isMissing(error)) {
    return (
      <Empty icon={<FolderOpen size={24} aria-hidden />} title="No files here">
        This server keeps no files for sessions yet.
      </Empty>
    );
  }
  if (error) return <Failure error={error} />;
  return (
    <div className="flex flex-col gap-3">
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          upload.mutate([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button
        small
        className="self-start"
        icon={<Upload size={14} aria-hidden />}
        disabled={upload.isPending}
        onClick={() => picker.current?.click()}
      >
        {upload.isPending ? "Uploading…" : "Upload"}
      </Button>
      {upload.error && <Failure error={upload.error} />}
      {nodes.length === 0 ? (
        <Empty icon={<FolderOpen size={24} aria-hidden />} title="No files">
          What you upload and what tools write in this session is kept here.
        </Empty>
      ) : (
        <FileRows
          nodes={nodes}
          closed={closed}
          onOpen={setOpen}
          onFold={(path) => setClosed(toggled(closed, path))}
        />
      )}
      <ChangedFiles sessionId={sessionId} files={data.items} onOpen={setOpen} />
      {open && <FileDialog sessionId={sessionId} file={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

function toggled(set: ReadonlySet<string>, member: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(member)) next.add(member);
  return next;
}
