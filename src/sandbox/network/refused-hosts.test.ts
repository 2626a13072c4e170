import { describe, expect, test, vi } from "vitest";
import type { Address } from "./resolve-host.ts";
import { ask } from "./testing/ask.ts";
import { serve } from "./testing/serve.ts";

const PUBLIC: Address = { address: "93.184.215.14", family: 4 };

const v4 = (address: string): Address => ({ address, family: 4 });
const v6 = (address: string): Address => ({ address, family: 6 });

/** No name of these tests may reach a real name server. */
const nowhere = async (host: string): Promise<never> => {
  throw new Error(`${host} was looked up`);
};

const LOOPBACK = [
  ...["127.0.0.1", "127.1", "127.0.1", "127.255.255.254", "2130706433", "0x7f000001", "0x7f.1"],
  ...["0177.0.0.1", "0177.1", "017700000001", "0x7f.0x0.0x0.0x1", "127.0.0.1.", "127.1."],
  ...["１２７.0.0.1", "①②⑦.0.0.1", "127。0。0。1", "127．0．0．1", "127｡0｡0｡1", "%31%32%37.0.0.1"],
  ...["[::1]", "[0:0:0:0:0:0:0:1]", "[0000:0000:0000:0000:0000:0000:0000:0001]", "[::0001]"],
  ...["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[::127.0.0.1]"],
  ...["[::7f00:1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]"],
  ...["[2002:7f00:1::]", "[2002:7f00:0001::1]", "[2001:0:7f00:1::]", "[::ffff:0:127.0.0.1]"],
];

const UNSPECIFIED = ["0", "0.0.0.0", "0x0", "00", "0.1.2.3", "[::]", "[::ffff:0.0.0.0]", "[::0]"];

const PRIVATE = [
  ...["10.0.0.1", "10.255.255.255", "012.0.0.1", "0xa.1", "167772161", "172.16.0.1"],
  ...["172.31.255.255", "192.168.0.1", "192.168.1", "3232235521", "0xc0a80001", "100.64.0.1"],
  ...["100.127.255.255", "[fc00::1]", "[fd12:3456:789a::1]", "[fdff::]", "[::ffff:10.0.0.1]"],
  ...["[::10.0.0.1]", "[64:ff9b::10.0.0.1]", "[2002:a00:1::]", "[fec0::1]"],
];

const LINK_LOCAL = [
  ...["169.254.169.254", "169.254.0.1", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376"],
  ...["169.16689662", "[fe80::1]", "[febf::1]", "[::ffff:169.254.169.254]", "[fd00:ec2::254]"],
];

const RESERVED = [
  ...["192.0.0.1", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.19.255.255", "198.51.100.1"],
  ...["203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  ...["[ff02::1]", "[100::1]", "[2001:db8::1]", "[2001::1]", "[2001:10::1]", "[3fff::1]"],
  ...["[5f00::1]", "[4000::1]"],
];

describe("a literal address", () => {
  test.each([...LOOPBACK, ...UNSPECIFIED, ...PRIVATE, ...LINK_LOCAL, ...RESERVED])(
    "A71, A72: http://%s/ is refused before anything is sent",
    async (host) => {
      await expect(ask(`http://${host}/`, { lookup: nowhere })).rejects.toMatchObject({
        code: "HOST_REFUSED",
      });
    },
  );

  test("X30: the refusal names the host, says that it is private, and which setting allows it", async () => {
    await expect(ask("http://10.0.0.5:8080/x")).rejects.toThrow(
      /^"10\.0\.0\.5" is private: .* add "10\.0\.0\.5:8080" to the setting web_fetch\.allow_hosts\.$/,
    );
  });
});

describe("a name", () => {
  test.each([
    ["localhost", [v4("127.0.0.1")]],
    ["localhost.", [v6("::1")]],
    ["127.0.0.1.nip.io", [v4("127.0.0.1")]],
    ["metadata.google.internal", [v4("169.254.169.254")]],
    ["a.test", [v6("::ffff:93.184.215.14")]],
    ["b.test", [v6("fe80::1%eth0")]],
    ["c.test", [v4("not an address")]],
  ])("A71: %s is refused for where it leads", async (host, addresses) => {
    const asked = ask(`http://${host}/`, { lookup: async () => addresses });
    await expect(asked).rejects.toMatchObject({ code: "HOST_REFUSED" });
  });

  test.each([
    [[PUBLIC, v4("10.0.0.1")]],
    [[v4("10.0.0.1"), PUBLIC]],
    [[PUBLIC, v6("2606:4700::1"), v6("::1")]],
  ])("A74: one bad address among good ones refuses the name", async (addresses) => {
    const asked = ask("http://mixed.test/", { lookup: async () => addresses });
    await expect(asked).rejects.toMatchObject({ code: "HOST_REFUSED" });
  });

  test("A73: what was checked is what is connected to: a name is resolved once", async () => {
    await using server = await serve((_, response) => response.end("reached"));
    const port = new URL(server.url).port;
    const lookup = vi
      .fn<() => Promise<Address[]>>()
      .mockResolvedValueOnce([v4("127.0.0.1")])
      .mockResolvedValue([v4("192.0.2.1")]);
    const allowHosts = [`rebind.test:${port}`];
    const { body } = await ask(`http://rebind.test:${port}/`, { allowHosts, lookup });
    expect(Buffer.from(body).toString()).toBe("reached");
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  test("A73: a redirect to the same name is resolved and checked again", async () => {
    await using server = await serve((request, response) =>
      request.url === "/end"
        ? response.end("end")
        : response.writeHead(302, { location: "/end" }).end(),
    );
    const lookup = vi.fn<() => Promise<Address[]>>().mockResolvedValue([v4("127.0.0.1")]);
    const port = new URL(server.url).port;
    const allowHosts = [`rebind.test:${port}`];
    const { body } = await ask(`http://rebind.test:${port}/`, { allowHosts, lookup });
    expect(Buffer.from(body).toString()).toBe("end");
    expect(lookup).toHaveBeenCalledTimes(2);
  });

  test("E41: a name without an address, and one that does not exist, are said in words", async () => {
    await expect(ask("http://none.test/", { lookup: async () => [] })).rejects.toMatchObject({
      code: "WEB_FAILED",
      message: 'The name "none.test" has no address.',
    });
    const lookup = async () => {
      throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    };
    await expect(ask("http://none.test/", { lookup })).rejects.toMatchObject({
      code: "WEB_FAILED",
      message: 'The name "none.test" was not found. Check the spelling.',
    });
  });

  test("A79: a name server that never answers counts as a slow server", async () => {
    const lookup = () => new Promise<never>(() => {});
    await expect(ask("http://slow.test/", { lookup, firstByteMs: 30 })).rejects.toMatchObject({
      code: "WEB_TIMED_OUT",
      message: expect.stringContaining("the server did not respond within 0.03 seconds"),
    });
  });
});

describe("an allowed host", () => {
  test("X30: is reached on its port, and on no other", async () => {
    await using server = await serve((_, response) => response.end("ok"));
    await using other = await serve((_, response) => response.end("secret"));
    const allowHosts = [server.host];
    expect(await ask(server.url, { allowHosts })).toMatchObject({ status: 200, cut: null });
    await expect(ask(other.url, { allowHosts })).rejects.toMatchObject({ code: "HOST_REFUSED" });
  });

  test.each([
    ["http://169.254.169.254/latest/meta-data/", "http://169.254.169.254/latest/meta-data/"],
    ["http://127.0.0.1:1/", "http://127.0.0.1:1/"],
    ["//[::1]/", "http://[::1]/"],
    ["http://elsewhere.test/?what=was-read", "http://elsewhere.test/?what=was-read"],
  ])("A75, A112: its redirect to %s is told, not followed", async (location, redirect) => {
    await using server = await serve((_, response) =>
      response.writeHead(302, { location }).end("moved"),
    );
    const lookup = vi.fn(async () => {
      throw new Error("No name is looked up.");
    });
    const answer = await ask(server.url, { allowHosts: [server.host, "elsewhere.test"], lookup });
    expect(answer).toMatchObject({ status: 302, redirect, url: server.url, cut: null });
    expect(answer.body).toHaveLength(0);
    expect(lookup).not.toHaveBeenCalled();
  });

  test.each([["file:///etc/passwd"], ["gopher://127.0.0.1/"], ["http://user@127.0.0.1/"]])(
    "A75: its redirect to %s is refused",
    async (location) => {
      await using server = await serve((_, response) =>
        response.writeHead(302, { location }).end(),
      );
      const asked = ask(server.url, { allowHosts: [server.host] });
      await expect(asked).rejects.toMatchObject({ code: "HOST_REFUSED" });
    },
  );
});
