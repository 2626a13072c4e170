import { hash } from "node:crypto";

// RFC 6962: leaves and nodes are hashed with different first bytes, so that a node can never be
// passed off as a leaf.
const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** A neighbour on the way from a leaf to the root, and the side on which it stands. */
export type MerkleStep = { readonly side: "left" | "right"; readonly hash: string };

/** The root of the tree over these texts, at least one, in hex. */
export function merkleRoot(leaves: readonly string[]): string {
  return rootOf(leaves.map(leafHash)).toString("hex");
}

/** From the leaf's neighbour up: what `rootFromPath` needs beside the leaf. */
export function merklePath(leaves: readonly string[], index: number): readonly MerkleStep[] {
  return pathTo(leaves.map(leafHash), index);
}

export function rootFromPath(leaf: string, path: readonly MerkleStep[]): string {
  let node = leafHash(leaf);
  for (const { side, hash } of path) {
    const neighbour = Buffer.from(hash, "hex");
    node = side === "left" ? nodeHash(neighbour, node) : nodeHash(node, neighbour);
  }
  return node.toString("hex");
}

function rootOf(hashes: readonly Buffer[]): Buffer {
  const [only] = hashes;
  if (!only) throw new RangeError("A Merkle tree has at least one leaf.");
  if (hashes.length === 1) return only;
  const middle = split(hashes.length);
  return nodeHash(rootOf(hashes.slice(0, middle)), rootOf(hashes.slice(middle)));
}

function pathTo(hashes: readonly Buffer[], index: number): MerkleStep[] {
  if (index < 0 || index >= hashes.length) throw new RangeError("There is no such leaf.");
  if (hashes.length === 1) return [];
  const middle = split(hashes.length);
  const [left, right] = [hashes.slice(0, middle), hashes.slice(middle)];
  return index < middle
    ? [...pathTo(left, index), { side: "right", hash: rootOf(right).toString("hex") }]
    : [...pathTo(right, index - middle), { side: "left", hash: rootOf(left).toString("hex") }];
}

/** The largest power of two below `n`. */
function split(n: number): number {
  return 2 ** Math.floor(Math.log2(n - 1));
}

function leafHash(leaf: string): Buffer {
  return hash("sha256", Buffer.concat([LEAF, Buffer.from(leaf)]), "buffer");
}

function nodeHash(left: Buffer, right: Buffer): Buffer {
  return hash("sha256", Buffer.concat([NODE, left, right]), "buffer");
}
