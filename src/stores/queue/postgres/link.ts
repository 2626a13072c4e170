import pg from "pg";

export type Link = {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Calls `hear` with each payload on a channel, and with undefined when some may have been missed. */
  listen(channel: string, hear: (payload: string | undefined) => void): void;
  close(): Promise<void>;
};

export type LinkOptions = {
  /** What goes wrong is tried again; this only hears of it. */
  readonly report?: (error: unknown) => void;
};

const DEADLINES = {
  connectionTimeoutMillis: 5_000,
  lock_timeout: 5_000,
  statement_timeout: 10_000,
  query_timeout: 15_000,
};

/** A connection over which nothing comes may be broken without anyone noticing. */
const PULSE_MS = 5_000;

const CONNECTIONS = 3;
const RECONNECT_AFTER_MS = 500;

/** What queue and signals of one process share: a few connections to ask, and one that listens. */
export function openLink(url: string, { report = () => {} }: LinkOptions = {}): Link {
  const common = { connectionString: url, keepAlive: true, application_name: "capstan" };
  const pool = new pg.Pool({ ...common, ...DEADLINES, max: CONNECTIONS });
  // The driver's error carries the whole connection along.
  const reportLost = ({ message }: Error) => report(new Error(`PostgreSQL: ${message}`));
  pool.on("error", reportLost);
  pool.on("connect", (client) => client.on("error", () => {}));
  const hearers = new Map<string, (payload: string | undefined) => void>();
  const names = new Map<string, string>();
  /** The connection that listens, or is about to. */
  let ear: pg.Client | undefined;
  let isListening = false;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  const pulse = setInterval(() => void feel(), PULSE_MS);

  async function feel(): Promise<void> {
    const client = isListening ? ear : undefined;
    try {
      await client?.query("select 1");
    } catch (error) {
      report(error);
      await client?.end().catch(report);
    }
  }

  /** What has values is prepared: one of the few statements of queue and signals. */
  function nameOf(text: string): string {
    const name = names.get(text) ?? `capstan_link_${names.size}`;
    names.set(text, name);
    return name;
  }

  async function open(): Promise<void> {
    const client = new pg.Client({ ...common, ...DEADLINES });
    ear = client;
    client.on("error", reportLost);
    client.on("end", () => again(client));
    client.on("notification", ({ channel, payload }) => hearers.get(channel)?.(payload ?? ""));
    try {
      await client.connect();
      // Also those that are added meanwhile.
      for (const channel of hearers.keys()) await client.query(`listen ${channel}`);
      isListening = true;
      for (const hear of hearers.values()) hear(undefined);
    } catch (error) {
      // Closed while it connected, it ends with an error that is none.
      if (!closed) report(error);
      await client.end().catch(report);
      again(client);
    }
  }

  function again(client: pg.Client): void {
    if (closed || ear !== client) return;
    ear = undefined;
    isListening = false;
    retry = setTimeout(() => void open(), RECONNECT_AFTER_MS);
  }

  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      const client = await pool.connect();
      try {
        const { rows } = await client.query<Row & pg.QueryResultRow>(
          values.length === 0 ? text : { name: nameOf(text), text, values: [...values] },
        );
        client.release();
        return rows;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    listen(channel, hear) {
      hearers.set(channel, hear);
      if (isListening) ear?.query(`listen ${channel}`).catch(report);
      else if (!ear && !retry) void open();
    },
    async close() {
      if (closed) return;
      closed = true;
      clearTimeout(retry);
      clearInterval(pulse);
      await Promise.all([ear?.end().catch(report), pool.end()]);
    },
  };
}
