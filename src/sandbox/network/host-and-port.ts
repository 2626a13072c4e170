/** One spelling for one host: lower case and IDNA by the URL parser, no dot at the end. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/, "");
}

export function portOf(url: URL): string {
  return url.port || (url.protocol === "https:" ? "443" : "80");
}
