/** Finds what a feature keeps of one runtime: only who has the key, and the feature lends it to few. */
export type FeatureKey<State> = { readonly name: string; readonly state?: State };

export type FindState = <State>(key: FeatureKey<State>) => State;

export type KeptState = readonly [key: FeatureKey<unknown>, state: unknown];

export function keep<State>(key: FeatureKey<State>, state: State): KeptState {
  return [key, state];
}

export function findIn(kept: readonly KeptState[]): FindState {
  const states = new Map<unknown, unknown>(kept);
  return <State>(key: FeatureKey<State>) => {
    if (!states.has(key)) throw new Error(`Nothing is kept of the feature "${key.name}".`);
    return states.get(key) as State;
  };
}
