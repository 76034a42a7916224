/** Supplement §2: how long a code is valid. */
export const codeMs = 600_000;

/**
 * Supplement §11.3: wrong guesses after which a code is used up for one client, and for all clients. It stays valid
 * for a client that requested a live code of the address and has not guessed wrong.
 */
export const guessLimits = { ofClient: 5, inAll: 50 } as const;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface Limit {
  readonly withinMs: number;
  readonly most: number;
}

/** How many codes are created within a time: per client and address, per address, and per client. */
type CodeLimits = Readonly<Record<'pair' | 'address' | 'client', readonly Limit[]>>;

/** Supplement §2 and §11.3. The limit per client keeps one client from mailing every member. */
export const codeLimits: Readonly<Record<'sandbox' | 'live', CodeLimits>> = {
  live: {
    pair: [
      { withinMs: minuteMs, most: 1 },
      { withinMs: hourMs, most: 5 },
      { withinMs: 24 * hourMs, most: 20 },
    ],
    address: [{ withinMs: hourMs, most: 30 }],
    client: [{ withinMs: hourMs, most: 30 }],
  },
  sandbox: {
    pair: [],
    address: [{ withinMs: minuteMs, most: 360 }],
    client: [{ withinMs: minuteMs, most: 60 }],
  },
};

/** The longest period of any limit. */
export const rateWindowMs = 24 * hourMs;

/** The most codes that any limit counts. */
export const countedMost = Math.max(
  ...Object.values(codeLimits).flatMap(({ pair, address, client }) =>
    [...pair, ...address, ...client].map(({ most }) => most),
  ),
);

/**
 * The part of an address's limit that is reserved for times without a live code. A code is valid for ten minutes, so
 * six an hour are enough: however many clients ask, the person always has a live code or can get one.
 */
export const liveCodesMax = 6;

/** Creation times of codes, and whether the address has a live code. */
export interface CodesMade {
  readonly pair: readonly Date[];
  readonly address: readonly Date[];
  readonly client: readonly Date[];
  readonly hasLive: boolean;
}

/** Whether another code may be created now. */
export function mayAsk(environment: 'sandbox' | 'live', made: CodesMade, now: Date): boolean {
  const limits = codeLimits[environment];
  const isBelow = (times: readonly Date[], { withinMs, most }: Limit): boolean =>
    times.filter((at) => now.getTime() - at.getTime() < withinMs).length < most;
  const codesMax = made.hasLive ? liveCodesMax : 0;
  return (
    limits.pair.every((limit) => isBelow(made.pair, limit)) &&
    limits.client.every((limit) => isBelow(made.client, limit)) &&
    limits.address.every(({ withinMs, most }) => isBelow(made.address, { withinMs, most: most - codesMax }))
  );
}
