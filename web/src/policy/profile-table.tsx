import type { Profile } from "../api/session.ts";
import { cx } from "../base/cx.ts";
import { Tag } from "../ui/tag.tsx";

const RISKS = ["Low", "Medium", "High", "Critical"] as const;

const ROWS: readonly (readonly [Profile, readonly string[]])[] = [
  ["auto", ["runs", "runs", "runs", "asks an admin"]],
  [
    "risk",
    ["runs", "runs if it ships or lies on this machine, else asks", "asks", "asks an admin"],
  ],
  ["strict", ["asks", "asks", "asks", "asks an admin"]],
  ["governed", ["runs", "asks", "asks, with a frozen spec", "asks an admin, with a frozen spec"]],
];

export function ProfileTable({ current }: { readonly current: Profile }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="Profiles" tabIndex={0} className="overflow-x-auto">
      <table className="w-full min-w-xl text-sm">
        <thead>
          <tr className="text-left text-quiet text-xs">
            <th className="py-1.5 pr-4 pl-2 font-medium">Profile</th>
            {RISKS.map((risk) => (
              <th key={risk} className="py-1.5 pr-4 font-medium">
                {risk} risk
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([profile, cells]) => (
            <tr key={profile} className={cx("border-t", profile === current && "bg-accent-soft")}>
              <th scope="row" className="py-2 pr-4 pl-2 text-left align-top font-medium">
                {profile}
                {profile === current && (
                  <span className="ml-2">
                    <Tag tone="accent">now</Tag>
                  </span>
                )}
              </th>
              {cells.map((cell, index) => (
                <td key={RISKS[index]} className="py-2 pr-4 align-top">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
