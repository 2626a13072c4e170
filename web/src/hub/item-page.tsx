import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { type HubDetails, type HubWanted, hubItemQuery, installFromHub } from "../api/hub.ts";
import { effectWords } from "../base/effect-words.ts";
import { plural, tellNumber } from "../base/tell-amount.ts";
import { LINK } from "../frame/lost-page.tsx";
import { ChangeList } from "../packs/change-list.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { DiffText } from "../value/diff-text.tsx";
import { Opens } from "./opens.tsx";
import { StepLine } from "./step-line.tsx";

export function HubItemPage() {
  const wanted = useSearch({ from: "/hub/item" });
  const { data, error, refetch, isFetching } = useQuery(hubItemQuery(wanted));
  if (data) return <ItemView item={data} wanted={wanted} />;
  return (
    <Page
      title="Hub"
      lead={<Plain text={wanted.name} />}
      actions={
        <Link to="/hub" className={LINK}>
          Back to the hub
        </Link>
      }
    >
      <StepLine of="show" isWaiting={isFetching} />
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading rows={5} />}
    </Page>
  );
}

function ItemView({ item, wanted }: { readonly item: HubDetails; readonly wanted: HubWanted }) {
  const { id, version, kind, description, author, installed_version: installed, changes } = item;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const install = useMutation({
    mutationFn: async () => {
      // What was shown is what is asked for, though there may be a later version by now.
      const shown = item.publisher === null ? {} : { name: id, version };
      const outcome = await installFromHub({ ...wanted, ...shown });
      await queries.invalidateQueries({ queryKey: ["approvals"] });
      const [asked] = outcome.input_request?.approval_ids ?? [];
      if (asked) await navigate({ to: "/approvals/$id", params: { id: asked } });
      else if (outcome.error) throw new Error(outcome.error.message);
    },
  });
  const isSame = installed !== null && changes === null;
  return (
    <Page
      title={item.name}
      lead={<Plain text={description} />}
      actions={
        <>
          <Link to="/hub" className={LINK}>
            Back to the hub
          </Link>
          <Button
            look="primary"
            icon={<Download size={14} aria-hidden />}
            disabled={install.isPending}
            onClick={() => install.mutate()}
          >
            {installWords(install.isPending, installed, isSame)}
          </Button>
        </>
      }
    >
      <StepLine of="install" isWaiting={install.isPending} />
      {install.error && <Failure error={install.error} />}
      <p className="flex flex-wrap items-center gap-2 text-quiet text-sm">
        <Tag>{kind}</Tag>
        <span className="[overflow-wrap:anywhere]">
          <Plain text={`${id}@${version}`} />
        </span>
        {author !== null && <Plain text={`by ${author}`} />}
        {installed !== null && <Tag tone="low">{installed} is installed</Tag>}
      </p>
      <Signature item={item} />
      <Touches item={item} />
      <Findings findings={item.findings} />
      <Changes item={item} />
      <Files files={item.files} />
    </Page>
  );
}

function installWords(isPending: boolean, installed: string | null, isSame: boolean): string {
  if (isPending) return "Asking…";
  if (installed === null) return "Install";
  return isSame ? "Install again" : "Update";
}

const TRUST: Readonly<Record<HubDetails["trust"], string>> = {
  first:
    "This publisher is new here. Compare the fingerprint with what the publisher says elsewhere: an admin who runs the install pins it, and from then on only this key counts.",
  pinned: "This is the key that an admin has pinned.",
  rotated: "This is a new key. The pinned one says that it follows.",
  unsigned: "Unsigned. An admin must approve it; this exact version is pinned.",
};

function Signature({ item }: { readonly item: HubDetails }) {
  const { publisher, fingerprint, trust, digest, source } = item;
  return (
    <Card aria-labelledby="signature">
      <h2 id="signature" className="font-semibold">
        {publisher === null ? "Not signed" : "Signed by "}
        {publisher !== null && <Plain text={publisher} />}
      </h2>
      <p className="mt-1 text-quiet text-sm">{TRUST[trust]}</p>
      <dl className="mt-3 flex flex-col gap-2 text-sm">
        {fingerprint !== null && <Fact name="Fingerprint" value={fingerprint} />}
        <Fact name="Digest" value={digest} />
        <Fact name="From" value={source} />
      </dl>
    </Card>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-[8rem_1fr]">
      <dt className="text-quiet">{name}</dt>
      <dd className="font-mono text-xs [overflow-wrap:anywhere] sm:pt-0.5">
        <Plain text={value} />
      </dd>
    </div>
  );
}

function Touches({ item }: { readonly item: HubDetails }) {
  const { permission_words: permissions, effects, hosts, actions } = item;
  return (
    <Card aria-labelledby="touches">
      <h2 id="touches" className="font-semibold">
        What it may touch
      </h2>
      {permissions.length + effects.length + hosts.length === 0 && (
        <p className="mt-1 text-sm">Nothing outside itself, by what it declares.</p>
      )}
      <ul className="mt-2 list-disc pl-5 text-sm">
        {permissions.map((words) => (
          <li key={words} className="[overflow-wrap:anywhere]">
            It may <Plain text={words} />
          </li>
        ))}
        {effects.map((effect) => (
          <li key={effect}>
            It {effectWords(effect)} <code className="font-mono text-quiet text-xs">{effect}</code>
          </li>
        ))}
        {hosts.map((host) => (
          <li key={host} className="[overflow-wrap:anywhere]">
            It wants to reach <Plain text={host} />
          </li>
        ))}
      </ul>
      {actions.length > 0 && (
        <p className="mt-2 text-quiet text-sm [overflow-wrap:anywhere]">
          <Plain text={`Its tools: ${actions.join(", ")}`} />
        </p>
      )}
    </Card>
  );
}

function Findings({ findings }: { readonly findings: HubDetails["findings"] }) {
  return (
    <Card aria-labelledby="findings">
      <h2 id="findings" className="font-semibold">
        Seen in its files
      </h2>
      {findings.length === 0 ? (
        <p className="mt-1 text-sm">Nothing suspicious found.</p>
      ) : (
        <ul className="mt-2 flex flex-col gap-2">
          {findings.map(({ says, declared, places, more }) => (
            <li key={says} className="min-w-0 text-sm [overflow-wrap:anywhere]">
              <Tag tone={declared ? "neutral" : "med"}>
                {declared ? "It says so" : "It does not say so"}
              </Tag>{" "}
              <Plain text={says} />
              <span className="block font-mono text-quiet text-xs">
                <Plain text={places.map(({ path, line }) => `${path}:${line}`).join("  ")} />
                {more > 0 && ` and ${more} more`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Changes({ item }: { readonly item: HubDetails }) {
  const { changes, installed_version: before } = item;
  if (!changes) return null;
  const lists = [
    ["permission", changes.permissions],
    ["host", changes.hosts],
    ["effect", changes.effects],
    ["tool", changes.actions],
  ] as const;
  return (
    <Card aria-labelledby="changes">
      <h2 id="changes" className="font-semibold">
        Changed since {before}
      </h2>
      <ul className="mt-2 list-disc pl-5 text-sm">
        {lists.flatMap(([what, { added, removed }]) => [
          ...added.map((one) => (
            <li key={`+${what}${one}`} className="text-high [overflow-wrap:anywhere]">
              New {what}: <Plain text={one} />
            </li>
          )),
          ...removed.map((one) => (
            <li key={`-${what}${one}`} className="[overflow-wrap:anywhere]">
              No {what} any more: <Plain text={one} />
            </li>
          )),
        ])}
      </ul>
      <div className="mt-3 flex flex-col gap-2">
        <ChangeList changes={changes.files} />
        {changes.files.map(({ path, diff }) =>
          diff === null ? null : (
            <Disclosure
              key={path}
              className="group"
              summary={
                <Opens>
                  <Plain text={`What changed in ${path}`} />
                </Opens>
              }
            >
              {() => <DiffText text={diff} />}
            </Disclosure>
          ),
        )}
      </div>
    </Card>
  );
}

function Files({ files }: { readonly files: HubDetails["files"] }) {
  const bytes = files.reduce((sum, { size_bytes: size }) => sum + size, 0);
  return (
    <Disclosure
      className="group rounded-card border bg-surface px-4 py-3"
      summary={
        <Opens>
          {plural(files.length, "file")}, {tellNumber(bytes)} bytes
        </Opens>
      }
    >
      {() => (
        <ul className="mt-2 flex flex-col gap-1">
          {files.map(({ path, size_bytes: size }) => (
            <li key={path} className="flex min-w-0 justify-between gap-3 font-mono text-xs">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <Plain text={path} />
              </span>
              <span className="shrink-0 text-quiet">{tellNumber(size)}</span>
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  );
}
