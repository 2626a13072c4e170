import mime from "mime";

/**
 * What a session made or a pack brought may be a page that wants to act here: it is always an
 * attachment, never sniffed, and sandboxed should somebody show it after all.
 */
export function attachmentOf(name: string): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cache-control": "no-store",
    "content-type": mime.getType(name) ?? "application/octet-stream",
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  };
}
