import type { launchChromium } from "../../../rig/chromium.ts";
import { KEY } from "./console-server.ts";

export type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Context = Awaited<ReturnType<Browser["newContext"]>>;
export type Page = Awaited<ReturnType<Context["newPage"]>>;

type VisitOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  /** A tab that nobody used: for those who add scripts or routes to it, which cannot be taken away. */
  readonly isNew?: boolean;
};

/** Tabs that were left, with nothing stored in them: a page in a new one takes twice the time. */
const left = new WeakMap<Browser, Page[]>();

/** A page of a browser that has signed in, with all that it complains about and whom it calls. */
export async function visit(browser: Browser, url: string, options: VisitOptions = {}) {
  const { width = 1280, height = 860, colorScheme = "light", isNew = false } = options;
  const page = (isNew ? undefined : left.get(browser)?.pop()) ?? (await openTab(browser));
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const { complaints, elsewhere, unwatch } = watch(page, new URL(url).origin);
  await page.goto(url);
  return {
    page,
    complaints,
    elsewhere,
    async [Symbol.asyncDispose]() {
      unwatch();
      if (isNew) await page.context().close();
      else await leave(browser, page);
    },
  };
}

async function openTab(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB" });
  context.setDefaultTimeout(10_000);
  await context.addInitScript((token) => {
    const signIn = {
      token,
      actor: "owner",
      scopes: ["invoke", "approve"],
      expires_at: "2100-01-01T00:00:00.000Z",
    };
    localStorage.setItem("capstan.sign-in", JSON.stringify(signIn));
  }, KEY);
  return context.newPage();
}

async function leave(browser: Browser, page: Page): Promise<void> {
  try {
    await page.evaluate("sessionStorage.clear(), localStorage.clear()");
    // Of the same origin: a blank page would end the process that is worth keeping.
    await page.goto(new URL("/healthz", page.url()).href);
    left.set(browser, [...(left.get(browser) ?? []), page]);
  } catch {
    await page.context().close();
  }
}

/** What the browser's console says, and every request that leaves the origin. */
export function watch(page: Page, origin: string) {
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  const onConsole = (message: { text(): string }) => complaints.push(message.text());
  const onError = (error: Error) => complaints.push(error.message);
  const onRequest = (request: { url(): string }) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("blob:")) elsewhere.push(url);
  };
  page.on("console", onConsole);
  page.on("pageerror", onError);
  page.on("request", onRequest);
  const unwatch = () => {
    page.off("console", onConsole);
    page.off("pageerror", onError);
    page.off("request", onRequest);
  };
  return { complaints, elsewhere, unwatch };
}
