import { describe, expect, it } from 'vitest';
import { idFloor, idSource, isId } from '../../src/domain/id.js';

describe('ids', () => {
  it.each([0, 15, 255])('of one millisecond count up by one from random bytes of %i', (byte) => {
    const newId = idSource((bytes) => bytes.fill(byte));
    const at = new Date('2026-11-21T00:00:00Z');
    const made = Array.from({ length: 3000 }, () => newId('payout', at));
    expect(new Set(made).size).toBe(made.length);
    expect(made.toSorted()).toEqual(made);
    const numbers = made.map((id) => numberOf(id.slice(-4)));
    expect(numbers.map((number, index) => (number - index + 32 ** 4) % 32 ** 4)).toEqual(
      numbers.map(() => numbers[0]),
    );
    expect(made.every((id) => isId('payout', id) && id.length === 'pout_'.length + 26)).toBe(true);
  });

  it('of another millisecond start at random again, and contain its time', () => {
    let byte = 0;
    const newId = idSource((bytes) => bytes.fill((byte += 1)));
    const [at, later] = [new Date('2026-11-21T00:00:00.000Z'), new Date('2026-11-21T00:00:00.001Z')];
    const made = [newId('event', at), newId('entry', later), newId('event', at)];
    expect(made.map((id) => id.slice(-16))).toEqual(['1', '2', '3'].map((digit) => digit.repeat(16)));
    expect(made.map((id) => id.slice(0, -16))).toEqual([
      idFloor('event', at).slice(0, -16),
      idFloor('entry', later).slice(0, -16),
      idFloor('event', at).slice(0, -16),
    ]);
  });

  it('of webhook endpoints and hosted pages begin with the letter of the cell, after all from before', () => {
    const random = (bytes: Uint8Array) => bytes.fill(7);
    const at = new Date('2026-11-21T00:00:00Z');
    const plain = idSource(random);
    const celled = idSource(random, 'b');
    for (const kind of ['webhookEndpoint', 'hostedPage'] as const) {
      const [before, since] = [plain(kind, at), celled(kind, at)];
      expect(since).toBe(before.replace('_0', '_b'));
      expect(isId(kind, since) && since > before).toBe(true);
    }
    expect(celled('payout', at)).toBe(plain('payout', at));
  });
});

function numberOf(digits: string): number {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  return Array.from(digits).reduce((number, digit) => number * 32 + alphabet.indexOf(digit), 0);
}
