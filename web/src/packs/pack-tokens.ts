type Shown = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
};

const CHARACTERS_PER_TOKEN = 4;
/** The words around an entry of the prompt's block. */
const AROUND = "- pack_id: \n  name: \n  description: \n  has_tools_json: false\n".length;
/** How packs are used: said once, with the first of them. */
const HOW_TO_TOKENS = 150;

/** About what a text costs, without the model's own way of counting. */
export function textTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

/** About what a pack adds to every request while it is attached. */
export function packTokens({ id, name, description }: Shown): number {
  return textTokens(AROUND + id.length + name.length + description.length);
}

export function packsTokens(packs: readonly Shown[]): number {
  return packs.reduce(
    (sum, pack) => sum + packTokens(pack),
    packs.length === 0 ? 0 : HOW_TO_TOKENS,
  );
}
