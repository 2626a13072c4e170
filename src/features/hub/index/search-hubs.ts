import type { HubHit, ReadHub } from "../hub.ts";

type Prepared = {
  readonly hit: HubHit;
  readonly name: string;
  readonly words: readonly string[];
  readonly rest: string;
};

/** Of each hub that was read, once. */
const prepared = new WeakMap<ReadHub, readonly Prepared[]>();

/** Best first: the name itself, names that begin like it, names and then texts that have the words. */
export function searchHubs(hubs: readonly ReadHub[], query: string): readonly HubHit[] {
  const words = fold(query).split(/\s+/).filter(Boolean).slice(0, 20);
  const found = hubs.flatMap((hub) =>
    prepareSearch(hub).flatMap((entry) => {
      const score = scoreOf(entry, words);
      return score === 0 ? [] : [{ entry, score }];
    }),
  );
  return found
    .sort((a, b) => b.score - a.score || (a.entry.name < b.entry.name ? -1 : 1))
    .map(({ entry }) => entry.hit);
}

/** Done when a hub is read, so that who searches first does not wait for it. */
export function prepareSearch(hub: ReadHub): readonly Prepared[] {
  const known = prepared.get(hub);
  if (known) return known;
  const signed = (hub.index?.skills ?? []).filter(({ withdrawn }) => !withdrawn);
  const made = [...signed, ...hub.foreign].map((entry): Prepared => {
    const name = fold(entry.name);
    const said = "publisher" in entry ? `${entry.publisher} ${entry.kind} ${entry.author}` : "";
    const rest = fold(`${entry.description} ${said}`);
    return { hit: { hub, entry }, name, words: name.split(/[^a-z0-9]+/), rest };
  });
  prepared.set(hub, made);
  return made;
}

/** 0 where a word is nowhere. */
function scoreOf({ name, words: parts, rest }: Prepared, words: readonly string[]): number {
  let score = 1;
  for (const word of words) {
    if (name === word) score += 100;
    else if (parts.includes(word)) score += 40;
    else if (parts.some((part) => part.startsWith(word))) score += 25;
    else if (name.includes(word)) score += 15;
    else if (rest.includes(word)) score += 5;
    else return 0;
  }
  return score;
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
