/** As many bytes as a body may have (contract part 8). */
const bodyBytes = 64 * 1024;
/** Of which the least counts: code that just began is cold, and a machine with much to do is slow for seconds at a time. */
const tries = 40;
/** Milliseconds of a processor that no body takes, and that a refusal may take beside the reading. */
const [msMost, msOver] = [60, 15];
/** Together with those before, a try is the last one: neither cold code nor busy workers take as much. */
const msOfTries = 2_000;
/** So many of an operation's are named: each may hold the loop up for half a minute. */
const dearMost = 3;

/** As many of a part as a body holds, with a comma between. */
export const filled = (part: (at: number) => string): string => {
  const parts: string[] = [];
  for (let left = bodyBytes - 2_000; left > 0; left -= (parts.at(-1)?.length ?? 0) + 1)
    parts.push(part(parts.length));
  return parts.join();
};

/** Texts of values, which as good as fill a body. */
export const heavyTexts: Readonly<Record<string, string>> = {
  'escaped text': `"${'\\u0041'.repeat((bodyBytes - 2_000) / 6)}"`,
  'a long text': `"${'\u{1F469}'.repeat((bodyBytes - 2_000) / 4)}"`,
  digits: `"${'9'.repeat(bodyBytes - 2_000)}"`,
};

/** JSON of every kind that as good as fills a body. */
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

/** JSON of a value in which the text "the token" stands for what is written so. */
export const written = (value: unknown, token: string): string =>
  JSON.stringify(value).replace('"the token"', () => token);

/** A body with something heavy in it, and one with the same where nobody looks at it. */
export interface Weighed {
  readonly what: string;
  readonly text: string;
  readonly plain: string;
}

/**
 * Which of the bodies cost much more of a processor than reading one as heavy: of this process, in which both the service
 * and its caller are, however fast the machine is and however much else it does.
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
