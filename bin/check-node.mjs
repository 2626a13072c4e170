// Before `npm start` and `npm test`: whatever would fail on an old Node fails here, in words.
import { isTooOld, whatToInstall } from "./other-node.mjs";

if (isTooOld(process.versions.node)) {
  process.stderr.write(whatToInstall(process));
  process.exitCode = 1;
}
