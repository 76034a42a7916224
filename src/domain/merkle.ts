export type Hash = (bytes: Uint8Array) => Uint8Array;

const hashLength = 32;
const [leafMark, nodeMark] = [0, 1];

const marked = (mark: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(1 + parts.reduce((sum, part) => sum + part.length, 0));
  bytes[0] = mark;
  let at = 1;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

/** The hash of a leaf (RFC 6962 §2.1). */
export const leafHash = (hash: Hash, leaf: Uint8Array): Uint8Array => hash(marked(leafMark, leaf));

/** The hash of a node (RFC 6962 §2.1). */
const parentOf = (hash: Hash, left: Uint8Array, right: Uint8Array): Uint8Array =>
  hash(marked(nodeMark, left, right));

/** Computes only the root of the tree below. Its memory is logarithmic in the number of leaves. */
export class MerkleRoot {
  #count = 0;
  /** Roots of complete subtrees, the largest first. */
  readonly #subtrees: Uint8Array[] = [];
  readonly #hash: Hash;

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  get count(): number {
    return this.#count;
  }

  append(leaf: Uint8Array): void {
    let node = leaf;
    for (let rest = this.#count; rest % 2 === 1; rest = Math.floor(rest / 2)) {
      const left = this.#subtrees.pop();
      if (left) node = parentOf(this.#hash, left, node);
    }
    this.#subtrees.push(node);
    this.#count += 1;
  }

  root(): Uint8Array {
    if (this.#count === 0) return this.#hash(new Uint8Array());
    return this.#subtrees.reduceRight((right, left) => parentOf(this.#hash, left, right));
  }
}

/** Hashes of complete subtrees of one size, concatenated. */
interface Level {
  bytes: Uint8Array;
  count: number;
}

/** The Merkle tree of RFC 6962 §2.1 over leaf hashes, appended in order. */
export class MerkleTree {
  readonly #levels: Level[] = [];
  readonly #hash: Hash;

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  append(leaf: Uint8Array): void {
    let node = leaf;
    for (let height = 0; ; height += 1) {
      const level = (this.#levels[height] ??= { bytes: new Uint8Array(hashLength), count: 0 });
      push(level, node);
      if (level.count % 2 === 1) return;
      node = parentOf(this.#hash, nodeAt(level, level.count - 2), nodeAt(level, level.count - 1));
    }
  }

  root(): Uint8Array {
    return this.#carries().at(-1) ?? this.#hash(new Uint8Array());
  }

  /** The audit path from a leaf to the root, the leaf's sibling first (RFC 6962 §2.1.1). */
  path(index: number): Uint8Array[] {
    const path: Uint8Array[] = [];
    const carries = this.#carries();
    for (const [height, level] of this.#levels.entries()) {
      const carry = height === 0 ? undefined : carries[height - 1];
      const beside = Math.floor(index / 2 ** height) ^ 1;
      if (beside < level.count) path.push(nodeAt(level, beside));
      else if (beside === level.count && carry) path.push(carry);
    }
    return path;
  }

  /** Hash of the incomplete rest at each height; the last one is the root. */
  #carries(): (Uint8Array | undefined)[] {
    let carry: Uint8Array | undefined;
    return this.#levels.map((level) => {
      if (level.count % 2 === 1) {
        const last = nodeAt(level, level.count - 1);
        carry = carry ? parentOf(this.#hash, last, carry) : last;
      }
      return carry;
    });
  }
}

const nodeAt = ({ bytes }: Level, at: number): Uint8Array =>
  bytes.subarray(at * hashLength, (at + 1) * hashLength);

function push(level: Level, node: Uint8Array): void {
  const at = level.count * hashLength;
  if (at === level.bytes.length) {
    const larger = new Uint8Array(2 * at);
    larger.set(level.bytes);
    level.bytes = larger;
  }
  level.bytes.set(node, at);
  level.count += 1;
}
