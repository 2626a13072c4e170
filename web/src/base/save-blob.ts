/** Saves bytes as a file, under a name without anything that a file system could trip over. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(new Blob([blob], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replaceAll(/[^\p{L}\p{N}._ -]/gu, "_");
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
