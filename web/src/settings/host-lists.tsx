import { Plain } from "../ui/plain.tsx";
import { SettingCard } from "./setting-card.tsx";

type HostListsProps = { readonly allowed: readonly string[]; readonly reached: readonly string[] };

export function HostLists({ allowed, reached }: HostListsProps) {
  return (
    <SettingCard title="Hosts" settings={["allowed_hosts", "web_fetch.allow_hosts"]}>
      <dl className="flex flex-col gap-3 text-sm">
        <Hosts
          name="This server answers under"
          hosts={["localhost", ...allowed]}
          note="A request to any other host name is refused."
        />
        <Hosts
          name="Private hosts that web_fetch may reach"
          hosts={reached}
          note="It reaches every public host."
        />
      </dl>
    </SettingCard>
  );
}

type HostsProps = {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly note: string;
};

function Hosts({ name, hosts, note }: HostsProps) {
  return (
    <div>
      <dt className="text-quiet">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">
        {hosts.length === 0 ? "none" : <Plain text={hosts.join(", ")} />}
        <span className="block text-quiet text-xs">{note}</span>
      </dd>
    </div>
  );
}
