/** Something that runs turns: a message, a call of one tool, an answer. */
export type Contender = {
  openSession(): Promise<string>;
  /** Resolves with the answer, when all that is kept of the turn is kept. */
  say(sessionId: string, text: string): Promise<string>;
  /** Of everything stored; 0 for one that stores nothing. */
  storedBytes(): Promise<number>;
  close(): Promise<void>;
};

/** What a module of a contender exports. */
export type OpenContender = (place: Place) => Promise<Contender>;

/** Where it keeps what it keeps. */
export type Place = { readonly folder: string; readonly databaseUrl?: string };
