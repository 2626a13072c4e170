import { CapstanError } from "../../base/errors.ts";

/**
 * An http or https URL without a user. The parser silently drops tabs and line ends and takes `\`
 * for `/`, so that two readers may see two hosts in one text: such texts are refused (A77).
 */
export function parseUrl(text: string, base?: URL): URL {
  const given = text.trim();
  if (/\p{Cc}/u.test(given)) throw invalid("The URL holds a control character.");
  if (/^[^?#]*\\/.test(given)) throw invalid("The URL holds a backslash: write / instead.");
  const url = URL.parse(given, base?.href);
  if (!url) throw invalid("This is not a URL. Give a whole one, such as https://example.com/page.");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw invalid(`Only http and https URLs are fetched, not ${url.protocol}`);
  }
  if (url.username !== "" || url.password !== "") {
    throw invalid("The URL holds a user name or a password: take them out.");
  }
  return url;
}

function invalid(message: string): CapstanError {
  return new CapstanError("URL_INVALID", message, { details: { field: "url" } });
}
