import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import type { AnswerOf } from "../../../src/http/client/route.ts";
import { request } from "../api/request.ts";
import { AdminDialog } from "./admin-dialog.tsx";

type AdminToken = AnswerOf<"POST /v1/admin/token">;
type Asked = {
  readonly why: string;
  readonly resolve: (token: string) => void;
  readonly reject: (error: Error) => void;
};

/** Gives a token of the admin; asks for the key when none is at hand. Rejects when nobody gives it. */
type AskAdmin = (why: string) => Promise<string>;

const AdminContext = createContext<AskAdmin | null>(null);

const MARGIN_MS = 10_000;

/** The admin's key is never kept, and its short-lived token only in memory, if someone wants that. */
export function AdminProvider({ children }: { readonly children: ReactNode }) {
  const kept = useRef<AdminToken | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);

  const ask = useCallback<AskAdmin>((why) => {
    const { current } = kept;
    if (current && Date.parse(current.expires_at) - MARGIN_MS > Date.now()) {
      return Promise.resolve(current.token);
    }
    kept.current = null;
    return new Promise((resolve, reject) => setAsked({ why, resolve, reject }));
  }, []);

  async function confirm(key: string, keep: boolean) {
    const admin = await request("POST /v1/admin/token", { body: {}, token: key });
    if (keep) kept.current = admin;
    asked?.resolve(admin.token);
    setAsked(null);
  }

  function cancel() {
    asked?.reject(new Error("This needs the admin key."));
    setAsked(null);
  }

  return (
    <AdminContext value={ask}>
      {children}
      {asked && <AdminDialog why={asked.why} onConfirm={confirm} onCancel={cancel} />}
    </AdminContext>
  );
}

export function useAdmin(): AskAdmin {
  const ask = useContext(AdminContext);
  if (!ask) throw new Error("useAdmin needs an AdminProvider.");
  return ask;
}
