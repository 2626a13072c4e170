import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { onSignIn, rawSignIn } from "../api/token.ts";
import { signInWithCode } from "./sign-in.ts";
import { SignInPage } from "./sign-in-page.tsx";
import { takeCode } from "./take-code.ts";

// Taken before anything is drawn, and once: a code is good for one sign-in.
const code = takeCode();
const arrival = code === null ? undefined : signInWithCode(code);
arrival?.catch(() => {});

/** What is inside is for those who are signed in; after a 401 they come back to where they were. */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const signIn = useSyncExternalStore(onSignIn, rawSignIn);
  const queries = useQueryClient();
  const [arriving, setArriving] = useState(arrival !== undefined);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    arrival?.catch(setProblem).finally(() => setArriving(false));
  }, []);
  useEffect(() => {
    if (signIn === null) queries.clear();
  }, [signIn, queries]);
  if (arriving) return null;
  return signIn === null ? <SignInPage problem={problem} /> : children;
}
