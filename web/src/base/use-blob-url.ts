import { useEffect, useState } from "react";

/** An address for data that is on this page, for as long as it is shown. */
export function useBlobUrl(blob: Blob, mime: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([blob], { type: mime }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob, mime]);
  return url;
}
