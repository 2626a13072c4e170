type LoadingProps = { readonly rows?: number; readonly label?: string };

/** Rows in the shape of what is coming, so that nothing jumps when it is there. */
export function Loading({ rows = 4, label = "Loading" }: LoadingProps) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-2">
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="skeleton h-12" />
      ))}
    </div>
  );
}
