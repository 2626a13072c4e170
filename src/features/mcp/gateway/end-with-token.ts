import { after } from "../../../base/deadlines.ts";

/** How long a stream may outlive the token that it was opened with. */
const CHECK_MS = 2_000;

/** The same response, whose body ends when its token is taken no more. */
export function endWithToken(
  response: Response,
  isStillAllowed: () => Promise<boolean>,
  checkMs = CHECK_MS,
): Response {
  if (response.status !== 200 || !response.body) return response;
  const reader = response.body.getReader();
  let callOff = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const check = async () => {
          if (await isStillAllowed().catch(() => false)) return watch();
          controller.close();
          await reader.cancel();
        };
        const watch = () => {
          callOff = after(checkMs, check);
        };
        watch();
      },
      async pull(controller) {
        const { value, done } = await reader.read();
        if (value) controller.enqueue(value);
        if (!done) return;
        callOff();
        controller.close();
      },
      async cancel(reason) {
        callOff();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: response.status, headers: response.headers });
}
