import type { launchChromium } from "../../../rig/chromium.ts";
import { KEY } from "./console-server.ts";

export type Browser = Awaited<ReturnType<typeof launchChromium>>;
export type Page = Awaited<ReturnType<Browser["newPage"]>>;

type VisitOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
};

/** A page of a browser that has signed in, with all that it complains about and whom it calls. */
export async function visit(browser: Browser, url: string, options: VisitOptions = {}) {
  const { width = 1280, height = 860, colorScheme = "light" } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: "reduce",
    locale: "en-GB",
  });
  context.setDefaultTimeout(10_000);
  await context.addInitScript((token) => {
    const signIn = { token, actor: "owner", scopes: ["invoke", "approve"] };
    sessionStorage.setItem("capstan.sign-in", JSON.stringify(signIn));
  }, KEY);
  const page = await context.newPage();
  const { complaints, elsewhere } = watch(page, new URL(url).origin);
  await page.goto(url);
  return {
    page,
    complaints,
    elsewhere,
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** What the browser's console says, and every request that leaves the origin. */
export function watch(page: Page, origin: string) {
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("blob:")) elsewhere.push(url);
  });
  return { complaints, elsewhere };
}
