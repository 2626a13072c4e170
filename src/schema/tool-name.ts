/** What clients of the gateway call a tool. Given once: it never means another tool. */
export type ToolName = { readonly name: string; readonly toolId: string };
