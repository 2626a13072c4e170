import { useQuery } from "@tanstack/react-query";
import { Download, File } from "lucide-react";
import { useState } from "react";
import { type PackDetails, packFileQuery } from "../api/pack.ts";
import { saveBlob } from "../base/save-blob.ts";
import { tellBytes } from "../base/tell-amount.ts";
import { FileContent } from "../chat/file-content.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Modal } from "../ui/modal.tsx";
import { Plain } from "../ui/plain.tsx";
import { useFew } from "../ui/use-few.tsx";

type PackFile = PackDetails["files"][number];

export function PackFiles({ pack }: { readonly pack: PackDetails }) {
  const [shown, more] = useFew(pack.files);
  const [open, setOpen] = useState<PackFile | null>(null);
  return (
    <Card className="flex flex-col !p-2">
      <ul>
        {shown.map((file) => (
          <li key={file.path}>
            <button
              type="button"
              onClick={() => setOpen(file)}
              className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-sm hover:bg-hover"
            >
              <File size={15} aria-hidden className="shrink-0 text-quiet" />
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <Plain text={file.path} />
              </span>
              <span className="shrink-0 text-quiet text-xs">{tellBytes(file.size_bytes)}</span>
            </button>
          </li>
        ))}
      </ul>
      {more}
      {open && <PackFileDialog pack={pack} file={open} onClose={() => setOpen(null)} />}
    </Card>
  );
}

type PackFileDialogProps = {
  readonly pack: PackDetails;
  readonly file: PackFile;
  readonly onClose: () => void;
};

function PackFileDialog({ pack, file, onClose }: PackFileDialogProps) {
  const { data, error } = useQuery(packFileQuery(pack.id, file.path, pack.digest));
  const name = file.path.split("/").at(-1) ?? file.path;
  return (
    <Modal title={name} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <p className="text-quiet text-xs [overflow-wrap:anywhere]">
          {file.path} · {tellBytes(file.size_bytes)}
        </p>
        {error && <Failure error={error} />}
        {!data && !error && <Loading rows={2} />}
        {data && <FileContent blob={data} mime={data.type} name={name} />}
        <Button
          className="self-end"
          icon={<Download size={14} aria-hidden />}
          disabled={!data}
          onClick={() => data && saveBlob(data, name)}
        >
          Download
        </Button>
      </div>
    </Modal>
  );
}
