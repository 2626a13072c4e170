import { processIo } from "../cli/process-io.ts";
import { nameProgram, programName } from "../cli/program.ts";
import { runCli } from "../cli/run.ts";
import { checkout } from "./checkout.ts";
import { launch } from "./launch.ts";

const io = processIo();
nameProgram(() =>
  programName({
    env: process.env,
    script: process.argv[1] ?? "",
    folder: process.cwd(),
    checkout: checkout(),
  }),
);
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
// Who was told to stop ends now, whatever still holds a timer or a socket.
if (["serve", "worker", "chat"].includes(argv[0] ?? "")) process.exit();
