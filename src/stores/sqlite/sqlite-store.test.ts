import { storeContract } from "../../testing/store-contract.ts";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import { rememberReads } from "../remember-reads.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

storeContract("sqlite in a file", async () => openSqliteStore(temporaryDatabase()));

storeContract("sqlite in memory, with what is read remembered", async () =>
  rememberReads(openSqliteStore(":memory:")),
);
