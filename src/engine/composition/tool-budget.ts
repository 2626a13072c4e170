/** How much of tools a model is sent: providers refuse long lists, and models get lost in them. */
export type ToolBudget = { readonly maxTools: number; readonly maxTokens: number };
