import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "./is-public-address.ts";

describe("isPublicAddress", () => {
  test.each([
    ...["1.1.1.1", "8.8.8.8", "93.184.215.14", "172.32.0.1", "192.169.0.1", "223.255.255.254"],
    ...["2606:4700:4700::1111", "2a00:1450:4001::200e", "2001:4860:4860::8888", "2003::1"],
  ])("A71: %s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ...["", "example.com", "127.0.0.1.nip.io", "999.1.1.1", "fe80::1%eth0", "::ffff:8.8.8.8"],
    ...["2001::1", "2001:1ff::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "4000::1", "1fff::1"],
  ])("A71: %j is not", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test("A71: no IPv4 address becomes public by being wrapped in IPv6", () => {
    const wraps = [
      (ip: string) => `::ffff:${ip}`,
      (ip: string) => `::${ip}`,
      (ip: string) => `64:ff9b::${ip}`,
      (ip: string) => `64:ff9b:1::${ip}`,
      (ip: string) => `fe80::${ip}`,
    ];
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom(...wraps), (ip, wrap) => {
        expect(isPublicAddress(wrap(ip))).toBe(false);
      }),
    );
  });

  test("A71: nothing outside 2000::/3 is public", () => {
    const firstGroup = fc.integer({ min: 0, max: 0xffff }).filter((group) => group >> 13 !== 1);
    fc.assert(
      fc.property(firstGroup, fc.integer({ min: 0, max: 0xffff }), (first, last) => {
        expect(isPublicAddress(`${first.toString(16)}:1:2:3:4:5:6:${last.toString(16)}`)).toBe(
          false,
        );
      }),
    );
  });
});
