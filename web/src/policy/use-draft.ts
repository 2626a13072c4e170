import { useState } from "react";

const KEY = "capstan.policy-draft";

/** A draft that outlives the page, in this browser alone: the server's rules are files in its home. */
export function useDraft(example: string) {
  const [saved, setSaved] = useState(() => localStorage.getItem(KEY));
  const [text, setText] = useState(saved ?? example);
  function save() {
    localStorage.setItem(KEY, text);
    setSaved(text);
  }
  function discard() {
    localStorage.removeItem(KEY);
    setSaved(null);
    setText(example);
  }
  return { text, setText, saved, isSaved: text === saved, save, discard };
}
