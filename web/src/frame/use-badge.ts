import { useEffect } from "react";

/** The number of waiting calls in front of the tab's title, whatever the page calls itself. */
export function useBadge(pending: number): void {
  useEffect(() => {
    const show = () => {
      const bare = document.title.replace(/^\(\d+\) /, "");
      const wanted = pending > 0 ? `(${pending}) ${bare}` : bare;
      if (document.title !== wanted) document.title = wanted;
    };
    show();
    const title = document.querySelector("title");
    if (!title) return;
    const observer = new MutationObserver(show);
    observer.observe(title, { childList: true });
    return () => observer.disconnect();
  }, [pending]);
}
