import { adminIfNeeded } from "../admin-if-needed.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { givenAccess, isPath, wholePath } from "../wanted-access.ts";

export const accessAllow: Run = async (args, context) => {
  const client = await context.client();
  const params = { id: args.require("capability_id") };
  const typed = args.require("path|host");
  const { body: now } = await client.request("GET /v1/capabilities/:id/access", { params });
  const { paths, hosts } = givenAccess(now);
  const root = wholePath(typed);
  const verbs: ("read" | "write")[] = args.has("write") ? ["read", "write"] : ["read"];
  const body = isPath(typed)
    ? {
        paths: [
          ...paths.filter((it) => it.root !== root || it.session_id !== null),
          { root, verbs, session_id: null },
        ],
        hosts,
      }
    : { paths, hosts: [...new Set([...hosts, typed])] };
  const answer = await adminIfNeeded(context, (as) =>
    as.request("PUT /v1/capabilities/:id/access", { params, body }),
  );
  await context.print(answer, ({ capability_id }) => [
    isPath(typed)
      ? `${root} is open to ${capability_id}, to ${verbs.join(" and ")}.`
      : `${typed} is open to ${capability_id}.`,
  ]);
  return EXIT.done;
};
