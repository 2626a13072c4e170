import { bringUp } from "../../../test/open-test-store.ts";
import { storeContract } from "../../testing/store-contract.ts";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import { rememberReads } from "../remember-reads.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

storeContract("sqlite in a file", async () => {
  const file = temporaryDatabase();
  await bringUp(file);
  return openSqliteStore(file);
});

storeContract("sqlite in memory, with what is read remembered", async () =>
  rememberReads(openSqliteStore(":memory:")),
);
