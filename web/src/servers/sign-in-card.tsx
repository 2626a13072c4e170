import { useMutation } from "@tanstack/react-query";
import { CircleCheck, ExternalLink, KeyRound } from "lucide-react";
import { type McpServer, signInAtServer } from "../api/server.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";
import { readWebLink } from "./read-web-link.ts";

/** Signing in at a server that wants it. The link is the other side’s: it says where it leads. */
export function SignInCard({ server: { id, sign_in: state } }: { readonly server: McpServer }) {
  const askAdmin = useAdmin();
  const begin = useMutation({
    mutationFn: async () => {
      const { url } = await signInAtServer(
        id,
        await askAdmin("Only an admin signs in at servers."),
      );
      return readWebLink(url);
    },
  });
  if (state === "none") return null;
  if (state === "signed_in") {
    return (
      <p className="flex items-center gap-2 text-quiet text-sm">
        <CircleCheck size={15} aria-hidden /> Somebody has signed in at it.
      </p>
    );
  }
  const link = begin.data;
  return (
    <Card>
      <section aria-labelledby="sign-in" className="flex flex-col gap-3">
        <h2 id="sign-in" className="font-semibold">
          It wants somebody to sign in
        </h2>
        {begin.error && <Failure error={begin.error} />}
        {link === undefined ? (
          <div>
            <Button
              look="primary"
              icon={<KeyRound size={15} aria-hidden />}
              disabled={begin.isPending}
              onClick={() => begin.mutate()}
            >
              {begin.isPending ? "Asking…" : "Sign in"}
            </Button>
          </div>
        ) : (
          <>
            <a
              href={link.href}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex items-center gap-2 font-medium text-accent underline [overflow-wrap:anywhere]"
            >
              <ExternalLink size={15} aria-hidden className="shrink-0" />
              <span>
                Open the sign-in page of <Plain text={link.host} />
              </span>
            </a>
            <p className="text-quiet text-sm">
              It is good for ten minutes. This page notices when you have signed in.
            </p>
          </>
        )}
      </section>
    </Card>
  );
}
