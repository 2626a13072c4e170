import { useSyncExternalStore } from "react";

/** Changes whenever the colours of the page do: by the system, or by choice. */
export function useScheme(): string {
  return useSyncExternalStore(subscribe, read);
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const chosen = new MutationObserver(listener);
  system.addEventListener("change", listener);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    system.removeEventListener("change", listener);
    chosen.disconnect();
  };
}

function read(): string {
  return `${document.documentElement.dataset.theme ?? ""}:${matchMedia("(prefers-color-scheme: dark)").matches}`;
}
