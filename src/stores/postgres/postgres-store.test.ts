import { emptySchema } from "../../../rig/shared-postgres.ts";
import { storeContract } from "../../testing/store-contract.ts";
import { openPostgresStore } from "./open-postgres-store.ts";

storeContract("postgres", async () => openPostgresStore(await emptySchema()));
