import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { followOtherTabs, onSignIn, rawSignIn, readSignIn } from "../api/token.ts";
import { signInWithCode } from "./sign-in.ts";
import { SignInPage } from "./sign-in-page.tsx";
import { takeCode } from "./take-code.ts";

// Taken before anything is drawn, and once: a code is good for one sign-in.
const arrival = arrive();

function arrive(): Promise<void> | undefined {
  const code = takeCode();
  const arriving = code === null ? undefined : signInWithCode(code);
  arriving?.catch(() => {});
  return arriving;
}

/** What is inside is for those who are signed in; after a 401 they come back to where they were. */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const signIn = useSyncExternalStore(onSignIn, rawSignIn);
  const queries = useQueryClient();
  const [arriving, setArriving] = useState(arrival !== undefined);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    arrival?.catch(setProblem).finally(() => setArriving(false));
    // A link that is pasted into this very tab changes what stands behind the #, and loads nothing.
    const again = () => void arrive()?.catch(setProblem);
    const follow = ({ key }: StorageEvent) => followOtherTabs(key);
    window.addEventListener("hashchange", again);
    window.addEventListener("storage", follow);
    return () => {
      window.removeEventListener("hashchange", again);
      window.removeEventListener("storage", follow);
    };
  }, []);
  // What one person read is not shown to the next.
  const actor = signIn === null ? null : (readSignIn()?.actor.id ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever who is signed in changes
  useEffect(() => () => queries.clear(), [actor, queries]);
  if (arriving) return null;
  return signIn === null ? <SignInPage problem={problem} /> : children;
}
