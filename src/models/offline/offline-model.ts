import type { Model } from "../model.ts";

/**
 * The model without a key and without a network. It runs a call that reads where an example of its
 * tool covers the request, offers likely calls as cards, and declines anything else. It loads with
 * the first message: a start must be quick.
 */
export function createOfflineModel(): Model {
  return {
    advises: false,
    async respond(request) {
      const { respond } = await import("./respond.ts");
      return respond(request);
    },
    async plan(request) {
      const { plan } = await import("./respond.ts");
      return plan(request);
    },
  };
}
