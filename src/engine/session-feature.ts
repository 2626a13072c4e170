/** What a feature has to say about sessions. Every member is optional, and most features have none. */
export interface SessionFeature {
  readonly [member: string]: never;
}
