/** A `sim:<name>[:<argument>]` tag in a description (supplement §3.10). */
export interface SimTag {
  name: string;
  arg?: string;
}

const argMax = 64;

/** Every simulator tag in a text, in order. Unknown names are included; callers ignore them. */
export function simTags(text: string | null | undefined): SimTag[] {
  const words = (text ?? '').matchAll(/(?:^|[^A-Za-z0-9_:])sim:([a-z]+)(?::([A-Za-z0-9._-]+))?/g);
  return Array.from(words, ([, name = '', argText = '']) => {
    // An argument may be a bank's own code; a full stop at the end of a sentence is not part of it.
    const [arg] = /^[A-Za-z0-9._-]*[A-Za-z0-9]/.exec(argText.slice(0, argMax)) ?? [];
    return arg === undefined ? { name } : { name, arg };
  });
}

/** Until when `sim:queue:<ms>` delays a payout: at most a day; not at all without the tag. */
export function queuedUntil(createdAt: Date, description: string | null | undefined): Date {
  const arg = simTags(description).find(({ name }) => name === 'queue')?.arg ?? '';
  const wait = /^[0-9]{1,15}$/.test(arg) ? Math.min(Number(arg), 86_400_000) : 0;
  return new Date(createdAt.getTime() + wait);
}

const openingFailures: Readonly<Record<string, string>> = {
  '91': 'provider_rejected',
  '92': 'provider_unavailable',
  '93': 'provider_amount_mismatch',
  '94': 'no_route',
};

/** The failure code with which a funding account of this amount (decimal text) fails in the sandbox, if any. */
export function openingFailure(amount: string): string | undefined {
  const cents = /\.([0-9]{2})0*$/.exec(amount)?.[1];
  return cents === undefined ? undefined : openingFailures[cents];
}
