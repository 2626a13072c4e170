import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteFile, fileQuery, putFile, type SessionFile } from "../api/file.ts";
import { saveBlob } from "../base/save-blob.ts";
import { tellBytes } from "../base/tell-amount.ts";
import { FileContent } from "../chat/file-content.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Modal } from "../ui/modal.tsx";
import { Time } from "../ui/time.tsx";

type FileDialogProps = {
  readonly sessionId: string;
  readonly file: SessionFile;
  readonly onClose: () => void;
};

const EDITABLE_BYTES = 200_000;

export function FileDialog({ sessionId, file, onClose }: FileDialogProps) {
  const { path, name, size_bytes, updated_at } = file;
  const { data, error } = useQuery(fileQuery(sessionId, path));
  const [draft, setDraft] = useState<string | null>(null);
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["files", sessionId] }),
        queries.invalidateQueries({ queryKey: ["file", sessionId, path] }),
      ]),
  });
  return (
    <Modal title={name} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <p className="text-quiet text-xs [overflow-wrap:anywhere]">
          {path} · {tellBytes(size_bytes)} · <Time at={updated_at} />
        </p>
        {error && <Failure error={error} />}
        {change.error && <Failure error={change.error} />}
        {!data && !error && <Loading rows={2} />}
        {draft !== null ? (
          <textarea
            aria-label={`Content of ${name}`}
            rows={14}
            className="field font-mono"
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
        ) : (
          data && <FileContent blob={data} mime={file.mime ?? ""} name={name} />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {draft === null ? (
            <>
              <ConfirmButton
                icon={<Trash2 size={14} aria-hidden />}
                confirm="Really delete it?"
                onConfirm={() =>
                  change.mutate(async () => {
                    await deleteFile(sessionId, path);
                    onClose();
                  })
                }
              >
                Delete
              </ConfirmButton>
              <Button
                icon={<Pencil size={14} aria-hidden />}
                disabled={!data || data.size > EDITABLE_BYTES}
                onClick={async () => setDraft((await data?.text()) ?? "")}
              >
                Edit
              </Button>
              <Button
                icon={<Download size={14} aria-hidden />}
                disabled={!data}
                onClick={() => data && saveBlob(data, name)}
              >
                Download
              </Button>
            </>
          ) : (
            <>
              <Button onClick={() => setDraft(null)}>Cancel</Button>
              <Button
                look="primary"
                disabled={change.isPending}
                onClick={() =>
                  change.mutate(async () => {
                    await putFile(sessionId, path, new Blob([draft]));
                    setDraft(null);
                  })
                }
              >
                Save
              </Button>
            </>
          )}
        </div>
      </div>
    </Modal>
  );
}
