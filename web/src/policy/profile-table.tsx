import type { Profile } from "../api/session.ts";
import { cx } from "../base/cx.ts";
import { Tag } from "../ui/tag.tsx";

const RISKS = ["Low", "Medium", "High", "Critical"] as const;

const ROWS: readonly (readonly [Profile, readonly string[]])[] = [
  ["auto", ["runs", "runs", "runs", "asks an admin"]],
  [
    "risk",
    ["runs", "runs if it is built in or on this machine, otherwise asks", "asks", "asks an admin"],
  ],
  ["strict", ["asks", "asks", "asks", "asks an admin"]],
  ["governed", ["runs", "asks", "asks, with a frozen spec", "asks an admin, with a frozen spec"]],
];

export function ProfileTable({ current }: { readonly current: Profile }) {
  return (
    <section aria-label="Profiles">
      <table className="block w-full text-sm sm:table">
        <thead className="sr-only sm:not-sr-only sm:table-header-group">
          <tr className="text-left text-quiet text-xs">
            <th className="py-1.5 pr-4 pl-2 font-medium">Profile</th>
            {RISKS.map((risk) => (
              <th key={risk} className="py-1.5 pr-4 font-medium">
                {risk} risk
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block sm:table-row-group">
          {ROWS.map(([profile, cells]) => (
            <tr
              key={profile}
              className={cx(
                "block border-t py-2 sm:table-row",
                profile === current && "bg-accent-soft",
              )}
            >
              <th
                scope="row"
                className="block whitespace-nowrap px-2 text-left align-top font-medium sm:table-cell sm:py-2 sm:pr-4"
              >
                {profile}
                {profile === current && (
                  <span className="ml-2">
                    <Tag tone="accent">now</Tag>
                  </span>
                )}
              </th>
              {cells.map((cell, index) => (
                <td
                  key={RISKS[index]}
                  className="flex gap-2 px-2 align-top sm:table-cell sm:px-0 sm:py-2 sm:pr-4"
                >
                  <span aria-hidden className="w-24 shrink-0 text-quiet sm:hidden">
                    {RISKS[index]} risk
                  </span>
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
