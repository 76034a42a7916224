import { randomInt } from 'node:crypto';

const isSoak = process.env['SOAK'] === 'full';

/** How much a test of chance does: so much in the check, so much under `npm run soak`. */
export function sized<T>(inCheck: T, inSoak: T): T {
  return isSoak ? inSoak : inCheck;
}

/** The seed of chance, printed with the name of who uses it; SOAK_SEED repeats a run. */
export function seedOf(name: string): number {
  const seedText = process.env['SOAK_SEED'];
  const seed = seedText === undefined ? randomInt(2 ** 31) : Number(seedText);
  console.log(`${name}: seed ${seed} (SOAK_SEED=${seed} repeats it)`);
  return seed;
}

/** Tells how far a long run is, at most once a second, where someone looks on. */
export function progressOf(name: string): (text: string) => void {
  let last = 0;
  return (text) => {
    if (!isSoak || Date.now() - last < 1_000) return;
    last = Date.now();
    process.stderr.write(`${name}: ${text}\n`);
  };
}
