/** The largest body (contract part 8). */
const bodyBytes = 64 * 1024;
/**
 * The least of this many measurements counts: code is cold at first, and a busy machine is slow for seconds at a
 * time.
 */
const tries = 40;
/** The most CPU ms of any body, and of a refusal beyond parsing. */
const [msMost, msOver] = [60, 15];
/**
 * When the tries together have taken this many ms, no more are made: neither cold code nor busy workers take as much.
 */
const msOfTries = 2_000;
/** The most expensive bodies reported per operation: each may block the loop for half a minute. */
const dearMost = 3;

/** Repeats a part until a body is full, separated by commas. */
export const filled = (part: (at: number) => string): string => {
  const parts: string[] = [];
  for (let left = bodyBytes - 2_000; left > 0; left -= (parts.at(-1)?.length ?? 0) + 1)
    parts.push(part(parts.length));
  return parts.join();
};

/** JSON strings that nearly fill a body. */
export const heavyTexts: Readonly<Record<string, string>> = {
  'escaped text': `"${'\\u0041'.repeat((bodyBytes - 2_000) / 6)}"`,
  'a long text': `"${'\u{1F469}'.repeat((bodyBytes - 2_000) / 4)}"`,
  digits: `"${'9'.repeat(bodyBytes - 2_000)}"`,
};

/** JSON values of every kind that nearly fill a body. */
export const heavy: Readonly<Record<string, string>> = {
  'wrong elements': `[${filled(() => '1')}]`,
  'elements of no known value': `[${filled(() => '"x"')}]`,
  objects: `[${filled(() => '{}')}]`,
  'bad keys': `{${filled((at) => `"${at} ?":1`)}}`,
  'keys of bad values': `{${filled((at) => `"k${at}":""`)}}`,
  'texts with U+0000': `[${filled(() => '"\\u0000"')}]`,
  ...heavyTexts,
  'a long number': '9'.repeat(bodyBytes - 2_000),
};

/** JSON of a value with "the token" replaced by raw text. */
export const jsonOf = (value: unknown, token: string): string =>
  JSON.stringify(value).replace('"the token"', () => token);

/** A body with a heavy part, and a body with the same part where nothing reads it. */
export interface Weighed {
  readonly what: string;
  readonly text: string;
  readonly plain: string;
}

/**
 * The bodies that cost much more CPU time than merely parsing them; measured in this process, which runs service and
 * client, so that the speed and load of the machine do not matter.
 */
export async function dearOf(
  bodies: Iterable<Weighed>,
  send: (text: string) => Promise<unknown>,
): Promise<string[]> {
  const costOf = async (text: string): Promise<number> => {
    const from = process.cpuUsage();
    await send(text);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1_000;
  };
  const dear: string[] = [];
  for (const { what, text, plain } of bodies) {
    if (dear.length === dearMost) break;
    let [least, leastPlain, bound] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, msOver];
    let spent = 0;
    for (let nth = 0; nth < tries && least > bound && spent < msOfTries; nth += 1) {
      const cost = await costOf(text);
      spent += cost;
      least = Math.min(least, cost);
      if (least <= bound) break;
      leastPlain = Math.min(leastPlain, await costOf(plain));
      bound = Math.min(msMost, msOver + 2 * leastPlain);
    }
    if (least > bound) dear.push(`${what} took ${least.toFixed(1)} ms, of ${bound.toFixed(1)}`);
  }
  return dear;
}
