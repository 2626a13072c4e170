import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { File } from "lucide-react";
import { useMemo } from "react";
import { artifactsQuery, type SessionArtifact, type SessionFile } from "../api/file.ts";
import { useTool } from "../approvals/use-tool.ts";
import { nameWords } from "../base/name-words.ts";
import { tellBytes } from "../base/tell-amount.ts";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { Time } from "../ui/time.tsx";
import { useFew } from "../ui/use-few.tsx";

type ChangedFilesProps = {
  readonly sessionId: string;
  readonly files: readonly SessionFile[];
  readonly onOpen: (file: SessionFile) => void;
};

type Made = { readonly artifact: SessionArtifact; readonly file: SessionFile | undefined };

/** What calls made and changed, by call, the last one first. */
export function ChangedFiles({ sessionId, files, onOpen }: ChangedFilesProps) {
  const { data } = useQuery(artifactsQuery(sessionId));
  const groups = useMemo(() => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const made = (data?.items ?? []).map((artifact) => ({
      artifact,
      file: byPath.get(artifact.path),
    }));
    return [...Map.groupBy(made, ({ artifact }) => artifact.invocation_id)].toReversed();
  }, [data, files]);
  const [shown, more] = useFew(groups, 10);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="changed-by-calls" className="flex flex-col gap-3 border-t pt-3">
      <h2 id="changed-by-calls" className="font-medium text-sm">
        Changed by calls
      </h2>
      <ol className="flex flex-col gap-4">
        {shown.map(([id, made]) => (
          <li key={id}>
            <CallFiles made={made} onOpen={onOpen} />
          </li>
        ))}
      </ol>
      {more}
    </section>
  );
}

type CallFilesProps = {
  readonly made: readonly Made[];
  readonly onOpen: ChangedFilesProps["onOpen"];
};

function CallFiles({ made, onOpen }: CallFilesProps) {
  const [first] = made;
  const { tool } = useTool(first?.artifact.tool_id ?? null);
  if (!first) return null;
  const { tool_id, invocation_id, created_at } = first.artifact;
  return (
    <div className="flex flex-col gap-1">
      <p className="flex items-baseline gap-2 text-xs">
        <Link
          to="/audit/$id"
          params={{ id: invocation_id }}
          className="min-w-0 truncate underline underline-offset-2"
        >
          <Plain text={nameWords(tool?.name ?? tool_id.split(":").at(-1) ?? tool_id)} />
        </Link>
        <Time at={created_at} className="shrink-0 text-quiet" />
      </p>
      <ul>
        {made.map(({ artifact, file }) => (
          <li key={artifact.path}>
            <button
              type="button"
              title={artifact.path}
              disabled={!file}
              onClick={() => file && onOpen(file)}
              className="flex h-7 w-full items-center gap-1.5 rounded-md px-1 text-left text-sm outline-offset-[-2px] enabled:hover:bg-hover"
            >
              <File size={15} aria-hidden className="shrink-0 text-quiet" />
              <span className="min-w-0 flex-1 truncate">
                <Plain text={artifact.path.split("/").at(-1) ?? artifact.path} />
              </span>
              <ChangeTag artifact={artifact} file={file} />
              <span className="shrink-0 text-quiet text-xs">
                {tellBytes(artifact.size_bytes ?? 0)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Both are told by one transaction of the call, up to the moment between its two clocks. */
const SAME_MS = 2_000;

/** A file keeps the time at which it was first there, whoever writes it again. */
function ChangeTag({ artifact, file }: Made) {
  if (!file) return <Tag tone="critical">Gone since</Tag>;
  const age = Date.parse(artifact.created_at) - Date.parse(file.created_at);
  return age < SAME_MS ? <Tag tone="low">New</Tag> : <Tag tone="med">Changed</Tag>;
}
