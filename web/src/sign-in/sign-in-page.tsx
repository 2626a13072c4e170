import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { whySignedOut } from "../api/token.ts";
import { Button } from "../ui/button.tsx";
import { Command } from "../ui/command.tsx";
import { Failure } from "../ui/failure.tsx";
import { signInWithText } from "./sign-in.ts";

type SignInPageProps = { readonly problem: unknown };

export function SignInPage({ problem }: SignInPageProps) {
  const [text, setText] = useState("");
  const field = useId();
  const signIn = useMutation({ mutationFn: () => signInWithText(text) });
  const wrong = signIn.error ?? problem;
  const why = whySignedOut();
  return (
    <main className="flex min-h-full items-center justify-center p-4">
      <div className="w-full max-w-md">
        <div className="mb-6 flex items-center gap-3">
          <img src="/icon.svg" alt="" width="32" height="32" />
          <h1 className="font-semibold text-xl tracking-tight">Sign in to Capstan</h1>
        </div>
        {why && (
          <p role="status" className="mb-4 rounded-lg bg-med-soft px-3 py-2 text-sm">
            {why}
          </p>
        )}
        <form
          className="flex flex-col gap-4 rounded-xl border bg-surface p-6 shadow-card"
          onSubmit={(event) => {
            event.preventDefault();
            signIn.mutate();
          }}
        >
          <div className="flex flex-col gap-1">
            <label htmlFor={field} className="font-medium text-sm">
              Sign-in code or API key
            </label>
            <input
              id={field}
              type="password"
              autoComplete="off"
              required
              className="field h-10"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          {wrong !== null && wrong !== undefined && <Failure error={wrong} />}
          <Button
            type="submit"
            look="primary"
            className="h-10"
            disabled={signIn.isPending || text.trim() === ""}
          >
            {signIn.isPending ? "Signing in…" : "Sign in"}
          </Button>
        </form>
        <div className="mt-6 flex flex-col gap-2 text-quiet text-sm">
          <p>For a new sign-in link, run this where the server runs, and open what it prints:</p>
          <div className="rounded-lg bg-sunken px-3 py-2">
            <Command clone="npm run -s capstan -- console" installed="npx capstan console" />
          </div>
          <p>
            Your API key works too. It is in the file <code className="font-mono">api-key</code> of
            Capstan’s home folder, or in <code className="font-mono">CAPSTAN_API_KEY</code>. It is
            exchanged for a sign-in of this browser that expires, and is not kept.
          </p>
        </div>
      </div>
    </main>
  );
}
