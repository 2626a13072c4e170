import type { OAuthClientMetadata } from "@modelcontextprotocol/client";

/** Who we are to an authorization server: registered, or read by it from an address of ours. */
export function clientMetadataOf(redirectUrl: string): OAuthClientMetadata {
  return {
    client_name: "Capstan",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}
