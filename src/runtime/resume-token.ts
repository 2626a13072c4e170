/** Names exactly one waiting moment of one thing: any transition makes it stale (S42). */
export function resumeTokenOf(id: string, version: number, turn: number): string {
  return `${id}:${version}:${turn}`;
}
