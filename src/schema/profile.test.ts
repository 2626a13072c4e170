import { expect, test } from "vitest";
import { isAtLeastAsStrict, Profile } from "./profile.ts";

/** By what the owner chose: what a session may choose without an admin. */
const MAY_CHOOSE: Record<Profile, readonly Profile[]> = {
  auto: ["auto", "risk", "strict"],
  risk: ["risk", "strict"],
  strict: ["strict"],
  governed: ["governed"],
};

const pairs = Profile.options.flatMap((owner) =>
  Profile.options.map((wanted) => ({
    owner,
    wanted,
    expected: MAY_CHOOSE[owner].includes(wanted),
  })),
);

test.each(pairs)(
  "$wanted is at least as strict as the owner's $owner: $expected",
  ({ wanted, owner, expected }) => {
    expect(isAtLeastAsStrict(wanted, owner)).toBe(expected);
  },
);
