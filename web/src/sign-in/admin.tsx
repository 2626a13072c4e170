import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { keepAdmin, keptAdmin, onAdmin } from "../api/admin-token.ts";
import { request } from "../api/request.ts";
import { AdminDialog } from "./admin-dialog.tsx";

type Asked = {
  readonly why: string;
  readonly resolve: (token: string) => void;
  readonly reject: (error: Error) => void;
};

/** Gives a token of the admin; asks for the key when none is at hand. Rejects when nobody gives it. */
type AskAdmin = (why: string) => Promise<string>;

const AdminContext = createContext<AskAdmin | null>(null);

/** The admin's key is never kept, and a short-lived token only in the memory of this tab. */
export function AdminProvider({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);

  const ask = useCallback<AskAdmin>((why) => {
    const token = keptAdmin();
    if (token !== null) return Promise.resolve(token);
    return new Promise((resolve, reject) => setAsked({ why, resolve, reject }));
  }, []);

  // A link that proves presence was pasted into this tab while the key was asked for.
  useEffect(
    () =>
      onAdmin(() => {
        const token = keptAdmin();
        if (token === null) return;
        asked?.resolve(token);
        setAsked(null);
      }),
    [asked],
  );

  async function confirm(key: string, keep: boolean) {
    const admin = await request("POST /v1/admin/token", { body: {}, token: key });
    if (keep) keepAdmin(admin);
    asked?.resolve(admin.token);
    setAsked(null);
  }

  function cancel() {
    asked?.reject(new Error("This needs an admin. Nothing was changed."));
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
