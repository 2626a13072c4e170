/** A key, shown where a key helps. */
export function KeyHint({ children }: { readonly children: string }) {
  return (
    <kbd
      aria-hidden
      className="hidden rounded border border-current/30 px-1 font-sans text-[0.6875rem] leading-4 opacity-80 sm:inline-block"
    >
      {children}
    </kbd>
  );
}
