import { processIo } from "../cli/process-io.ts";
import { runCli } from "../cli/run.ts";
import { launch } from "./launch.ts";

const io = processIo();
const argv = process.argv.slice(2);
process.exitCode = await runCli(argv, io, {
  launch,
  async serve(args, json) {
    const { serve } = await import("./serve.ts");
    return serve(args, io, json);
  },
  async worker(json) {
    const { worker } = await import("./worker.ts");
    return worker(io, json);
  },
  async restore(args, json) {
    const { restore } = await import("./restore.ts");
    return restore(args, io, json);
  },
  async resetAdmin(json) {
    const { resetAdmin } = await import("./reset-admin.ts");
    return resetAdmin(io, json);
  },
});
// A server that was told to stop ends now, whatever still holds a timer or a socket.
if (argv[0] === "serve" || argv[0] === "worker") process.exit();
