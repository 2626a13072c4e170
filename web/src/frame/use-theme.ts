import { useState } from "react";

export type Theme = "system" | "light" | "dark";

const KEY = "capstan.theme";

/** A choice of looks holds no secret: it may outlive the tab. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(readTheme);
  function choose(next: Theme) {
    localStorage.setItem(KEY, next);
    applyTheme(next);
    setTheme(next);
  }
  return [theme, choose];
}

export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
