/** Whatever a server made of it: only what a browser opens as a page of the web is a link here. */
export function readWebLink(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw new Error("The server named an address that is neither http nor https: it is not opened.");
}
