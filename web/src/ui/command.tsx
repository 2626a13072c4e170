type CommandProps = {
  /** As it is typed in a clone. */
  readonly clone: string;
  /** As it is typed in a project that has the package. */
  readonly installed: string;
};

/** What to type in a terminal. The page cannot know how its server was started, so it says both. */
export function Command({ clone, installed }: CommandProps) {
  return (
    <dl className="flex flex-col gap-2 text-xs">
      <Line where="In a clone" typed={clone} />
      <Line where="Where the package is installed" typed={installed} />
    </dl>
  );
}

function Line({ where, typed }: { readonly where: string; readonly typed: string }) {
  return (
    <div>
      <dt>{where}</dt>
      <dd className="overflow-x-auto whitespace-pre font-mono text-ink leading-5">{typed}</dd>
    </div>
  );
}
