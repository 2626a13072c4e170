/** A file or a folder, as a tool sees it. */
export type FileInfo = {
  readonly path: string;
  readonly name: string;
  readonly isDirectory: boolean;
  readonly sizeBytes: number;
  /** Of its content; null for a folder. Who changes a file may say which content they read. */
  readonly digest: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type WriteOptions = {
  /** The digest that the writer read; null when there must be nothing. Otherwise STATE_CONFLICT. */
  readonly expect?: string | null;
  /** True: the content came from outside, and marks the session (A112). */
  readonly isForeign?: boolean;
};

/**
 * The file system of one session (E33). Paths are absolute; `.` and `..` and anything odd is refused
 * with PATH_INVALID, a path that is not there with FILE_NOT_FOUND, too much with FILE_TOO_LARGE.
 */
export interface SessionFiles {
  stat(path: string): Promise<FileInfo | undefined>;
  /** By path, after `after`. */
  list(
    path: string,
    options?: { readonly recursive?: boolean; readonly after?: string; readonly limit?: number },
  ): Promise<readonly FileInfo[]>;
  read(path: string, offset: number, length: number): Promise<Uint8Array>;
  /** Piece by piece, so that a large file is never whole in memory. */
  chunks(path: string): AsyncIterable<Uint8Array>;
  /** Missing folders are made (E34). */
  write(
    path: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options?: WriteOptions,
  ): Promise<{ readonly file: FileInfo; readonly created: boolean }>;
  makeDirectory(path: string): Promise<FileInfo>;
  /** A folder that is not empty needs `recursive`. Answers whether there was anything. */
  remove(path: string, recursive: boolean): Promise<boolean>;
  /** With everything below it; refuses to put it over something. */
  copy(from: string, to: string): Promise<FileInfo>;
  move(from: string, to: string): Promise<FileInfo>;
}
