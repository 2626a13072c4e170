import type { Root, ShownRoot } from "../schema/root.ts";

/** A path of this machine with every link in it followed. */
export type ResolvedPath = {
  readonly path: string;
  readonly kind: "folder" | "other" | "missing";
  /** Its last name is a link. */
  readonly isLink: boolean;
};

/** The folders of this machine, as far as capabilities may be given any. */
export interface HostFolders {
  /** Tells this machine from others that share the store. */
  readonly machine: string;
  /** The home folder of its user: what `~` stands for. */
  readonly home: string;
  /** What a person typed, as a root. Throws ROOT_INVALID, saying what to do instead. */
  rootOf(typed: string, wanted: { readonly write: boolean }): Promise<Root>;
  /** Whether it is still that folder, and no link leads there. */
  isSame(root: Root): Promise<boolean>;
  /** Throws PATH_DENIED for what is no place for files. */
  resolve(path: string): Promise<ResolvedPath>;
  /** Another text whenever something at this path was changed or replaced. */
  stamp(path: string): Promise<string>;
  /** The folders that people have in their home, such as Downloads, as far as they exist. */
  usual(): Promise<readonly { readonly name: string; readonly path: string }[]>;
  /** What a person is shown of a folder before it is opened. */
  show(root: Root): Promise<ShownRoot>;
}
