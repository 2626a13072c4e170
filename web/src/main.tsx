import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ProblemError } from "./api/problem-error.ts";
import "./app.css";
import { applyTheme, readTheme } from "./frame/use-theme.ts";
import { router } from "./router.tsx";
import { AdminProvider } from "./sign-in/admin.tsx";
import { SignedIn } from "./sign-in/signed-in.tsx";

applyTheme(readTheme());

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // What the server refused once it refuses again; what did not reach it is worth a second try.
      retry: (count, error) =>
        count < 2 &&
        (!(error instanceof ProblemError) || error.status === 0 || error.status >= 500),
    },
  },
});

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <SignedIn>
          <AdminProvider>
            <RouterProvider router={router} />
          </AdminProvider>
        </SignedIn>
      </QueryClientProvider>
    </StrictMode>,
  );
}
