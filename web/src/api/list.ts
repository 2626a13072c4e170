export type List<T> = { readonly items: readonly T[]; readonly total: number };
