/** The one-time code of a sign-in link; gone from the address and the history at once. */
export function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code === null) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  return code;
}
