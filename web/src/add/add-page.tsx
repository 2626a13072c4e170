import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FileArchive } from "lucide-react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { add, previewAddition, type Wanted } from "../api/add.ts";
import { cx } from "../base/cx.ts";
import { useFileDrop } from "../chat/use-file-drop.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { withAdmin } from "../sign-in/with-admin.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { Failure } from "../ui/failure.tsx";
import { Page } from "../ui/page.tsx";
import { AdditionCard } from "./addition-card.tsx";
import { pageOf } from "./page-of.ts";
import { SAMPLE } from "./sample-capability.ts";
import { severalIn } from "./several-in.ts";

const MOST_ROWS = 20;

/** Anything that brings tools is added here. It is shown first; nothing of it is kept before. */
export function AddPage() {
  const [text, setText] = useState("");
  const [zip, setZip] = useState<File | null>(null);
  const [id, setId] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const label = useId();
  const hint = useId();
  const askAdmin = useAdmin();
  const queries = useQueryClient();
  const navigate = useNavigate();

  const wantedOf = (name: string): Wanted =>
    zip ?? { what: text, ...(name !== "" && { id: name }) };
  const preview = useMutation({
    mutationFn: (name: string) =>
      withAdmin((token) => previewAddition(wantedOf(name), token), askAdmin),
  });
  const install = useMutation({
    mutationFn: () => withAdmin((token) => add(wantedOf(id), token), askAdmin),
    onSuccess: async (done) => {
      // Which lists it is in depends on its kind.
      await queries.invalidateQueries();
      const [asked] = done.approval_ids;
      if (asked) await navigate({ to: "/approvals/$id", params: { id: asked } });
      // Its page says what it still needs.
      else await navigate(pageOf(done));
    },
  });
  const { reset: forgetPreview } = preview;
  const { reset: forgetInstall } = install;
  const change = useCallback(
    (next: { readonly text: string } | { readonly zip: File | null }) => {
      if ("zip" in next) setZip(next.zip);
      else setText(next.text);
      setId("");
      forgetPreview();
      forgetInstall();
    },
    [forgetPreview, forgetInstall],
  );
  const drop = useCallback(([file]: readonly File[]) => file && change({ zip: file }), [change]);
  const isOver = useFileDrop(drop);
  useEffect(() => field.current?.focus(), []);

  const several = severalIn(preview.error);
  const isEmpty = zip === null && text.trim() === "";
  const look = () => preview.mutate(id);
  return (
    <Page
      title="Add"
      lead="A folder, a zip, an MCP server, a package or JSON. You see what it is and what it would be able to do before it is added."
    >
      <Card>
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isEmpty) look();
          }}
        >
          <label htmlFor={label} className="font-medium text-sm">
            What to add
          </label>
          {zip ? (
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <FileArchive size={16} aria-hidden className="text-accent" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{zip.name}</span>
              <Button small look="ghost" onClick={() => change({ zip: null })}>
                Remove
              </Button>
            </p>
          ) : (
            <textarea
              ref={field}
              id={label}
              rows={Math.min(MOST_ROWS, Math.max(2, text.split("\n").length))}
              maxLength={500_000}
              spellCheck={false}
              autoCapitalize="off"
              placeholder={
                isOver ? "Drop the zip here" : "/a/folder, https://…, @scope/server or JSON"
              }
              aria-describedby={hint}
              className={cx(
                "field font-mono text-sm",
                isOver && "border-accent border-dashed bg-accent-soft",
              )}
              value={text}
              onChange={(event) => change({ text: event.target.value })}
              onKeyDown={(event) => {
                // One line is sent with Enter; JSON has lines of its own.
                if (event.key !== "Enter" || event.shiftKey || /^\s*[[{]/.test(text)) return;
                event.preventDefault();
                if (!isEmpty) look();
              }}
            />
          )}
          <div id={hint} className="text-pretty text-quiet text-xs">
            <p>
              A folder or a zip on the server by its whole path, the address of an MCP server, a
              line such as <code className="font-mono">npx -y &lt;package&gt;</code>, an entry of
              mcp.json, or a capability as JSON. A zip of your own can be dropped here.
            </p>
            {text.includes('"tools"') && (
              <p className="mt-1">
                In a capability <code className="font-mono">{"{{name}}"}</code> is an input,{" "}
                <code className="font-mono">{"{{config.name}}"}</code> what the agent configured,{" "}
                <code className="font-mono">${"{secret:NAME}"}</code> a secret that was allowed for
                the tool. An input never fills the host.
              </p>
            )}
          </div>
          {several.length > 0 && (
            <Choice
              label="Which one"
              value={id}
              options={[["", "Choose…"], ...several.map((one) => [one, one] as const)]}
              onChange={(chosen) => {
                setId(chosen);
                if (chosen !== "") preview.mutate(chosen);
              }}
            />
          )}
          {preview.error && several.length === 0 && <Failure error={preview.error} />}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" disabled={isEmpty || preview.isPending}>
              {preview.isPending ? "Looking…" : "Preview"}
            </Button>
            <Button onClick={() => picker.current?.click()}>Choose a zip…</Button>
            {text === "" && !zip && (
              <Button look="ghost" onClick={() => change({ text: SAMPLE })}>
                Start from an example
              </Button>
            )}
            <input
              ref={picker}
              type="file"
              accept=".zip,application/zip"
              hidden
              aria-label="A zip to add"
              onChange={(event) => {
                drop([...(event.target.files ?? [])]);
                event.target.value = "";
              }}
            />
          </div>
        </form>
      </Card>
      {preview.data && (
        <AdditionCard
          key={preview.data.id}
          addition={preview.data}
          id={id}
          onId={setId}
          busy={install.isPending}
          error={install.error}
          onAdd={() => install.mutate()}
        />
      )}
    </Page>
  );
}
