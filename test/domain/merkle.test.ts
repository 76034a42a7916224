import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { leafHash, MerkleRoot, MerkleTree, type Hash } from '../../src/domain/merkle.js';

const sha: Hash = (bytes) => createHash('sha256').update(bytes).digest();
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (text: string) => Buffer.from(text, 'hex');

/** Test leaves of Certificate Transparency, and the roots for 0 to 8 of them. */
const leaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(bytes);
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const treeOf = (all: readonly Uint8Array[]) => {
  const tree = new MerkleTree(sha);
  for (const leaf of all) tree.append(leafHash(sha, leaf));
  return tree;
};

/** RFC 6962 §2.1, written as in the text. */
function rootOf(all: readonly Uint8Array[]): Uint8Array {
  const [only] = all;
  if (only === undefined) return sha(new Uint8Array());
  if (all.length === 1) return sha(Buffer.concat([bytes('00'), only]));
  const half = 2 ** Math.floor(Math.log2(all.length - 1));
  return sha(Buffer.concat([bytes('01'), rootOf(all.slice(0, half)), rootOf(all.slice(half))]));
}

function rootBy(
  path: readonly Uint8Array[],
  { leaf, at, count }: { leaf: Uint8Array; at: number; count: number },
): Uint8Array {
  if (count === 1) return sha(Buffer.concat([bytes('00'), leaf]));
  const half = 2 ** Math.floor(Math.log2(count - 1));
  const beside = path.at(-1) ?? new Uint8Array();
  const rest = path.slice(0, -1);
  return at < half
    ? sha(Buffer.concat([bytes('01'), rootBy(rest, { leaf, at, count: half }), beside]))
    : sha(Buffer.concat([bytes('01'), beside, rootBy(rest, { leaf, at: at - half, count: count - half })]));
}

describe('the tree of RFC 6962', () => {
  it.each(roots.map((root, count) => [count, root] as const))(
    'with %i leaves has the root %s',
    (count, root) => {
      expect(hex(treeOf(leaves.slice(0, count)).root())).toBe(root);
    },
  );

  test('MerkleTree and MerkleRoot give the same root for every size', () => {
    const streamed = new MerkleRoot(sha);
    for (let count = 0; count <= 70; count += 1) {
      const all = Array.from({ length: count }, (_, nth) => Buffer.from(`leaf ${nth}`));
      expect([streamed.count, hex(streamed.root())]).toEqual([count, hex(rootOf(all))]);
      expect(hex(treeOf(all).root())).toBe(hex(rootOf(all)));
      streamed.append(leafHash(sha, Buffer.from(`leaf ${count}`)));
    }
  });

  test('a leaf made of two hashes does not collide with their parent node', () => {
    const [one, other] = [leafHash(sha, bytes('00')), leafHash(sha, bytes('10'))];
    const tree = new MerkleTree(sha);
    tree.append(one);
    tree.append(other);
    expect(hex(leafHash(sha, Buffer.concat([one, other])))).not.toBe(hex(tree.root()));
  });

  test('the path of every leaf proves it, and no other leaf, in trees of every size', () => {
    for (let count = 1; count <= 70; count += 1) {
      const all = Array.from({ length: count }, (_, nth) => Buffer.from(`leaf ${nth}`));
      const tree = treeOf(all);
      const root = hex(rootOf(all));
      expect(hex(tree.root())).toBe(root);
      for (const [at, leaf] of all.entries()) {
        const path = tree.path(at);
        expect(hex(rootBy(path, { leaf, at, count }))).toBe(root);
        const changed = Buffer.from(leaf);
        changed[at % leaf.length] = (changed[at % leaf.length] ?? 0) ^ (1 << (at % 8));
        expect(hex(rootBy(path, { leaf: changed, at, count }))).not.toBe(root);
      }
    }
  });
});
