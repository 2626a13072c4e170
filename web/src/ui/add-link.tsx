import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";

/** The way to add something, from every list that it may end up in. */
export function AddLink() {
  return (
    <Link
      to="/add"
      className="inline-flex h-9 items-center gap-2 rounded-lg bg-accent px-3 font-medium text-on-accent text-sm hover:bg-accent-strong"
    >
      <Plus size={15} aria-hidden />
      Add
    </Link>
  );
}
