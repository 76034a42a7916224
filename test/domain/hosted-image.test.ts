import { describe, expect, test } from 'vitest';
import { configurePage } from '../../src/domain/hosted-page.js';
import { nameImages, noteImage, tryImage, type HostedImage } from '../../src/domain/hosted-image.js';
import type { Decision } from '../../src/domain/decision.js';
import { newId } from '../setup/fixture.js';

const start = new Date('2026-11-26T12:00:00.000Z');
const at = (seconds: number) => ({
  now: new Date(start.getTime() + seconds * 1000),
  livemode: false,
  newId,
});
const { page } = configurePage(at(0), undefined, {
  accountId: 'acct_1',
  setting: { logoUrl: 'https://a.example/1.png' },
  isEntitled: false,
});
const named = (url: string | null, known: readonly HostedImage[], seconds: number): HostedImage => {
  const [image] = nameImages(at(seconds), { ...page, logoUrl: url }, known).images;
  if (!image) throw new Error('no image');
  return image;
};
const after = ({ changes }: Decision): HostedImage => {
  const [change] = changes;
  if (change?.noun !== 'hostedImage') throw new Error('no change');
  return change.row;
};
const secondsTo = (image: HostedImage): number | undefined =>
  image.nextStepAt === null ? undefined : (image.nextStepAt.getTime() - start.getTime()) / 1000;
const stored = { image: { type: 'image/png', content: 'YQ==', digest: 'a'.repeat(32) } };

describe('an image that a page names', () => {
  const wanted = named('https://a.example/1.png', [], 0);

  test('is fetched at once, and not again while the page names it', () => {
    expect(wanted).toMatchObject({ status: 'wanted', nextStepAt: start });
    const image = after(noteImage(at(1), after(tryImage(at(0), wanted)), stored));
    expect(image).toMatchObject({ status: 'stored', detail: null, nextStepAt: null });
    expect(nameImages(at(2), page, [image]).changes).toEqual([]);
  });

  test('is deleted as soon as the page no longer names it', () => {
    const image = after(noteImage(at(1), wanted, stored));
    expect(named(null, [image], 2)).toMatchObject({ status: 'none', content: null, digest: null, url: null });
  });

  test('waits ten seconds after the fetch of the URL before it', () => {
    const tried = after(tryImage(at(3), wanted));
    const next = named('https://b.example/2.png', [tried], 4);
    expect([next.url, secondsTo(next), next.attempts]).toEqual(['https://b.example/2.png', 13, 0]);
  });

  test('is tried six times if its host fails, and again if the page names it again', () => {
    let image = wanted;
    const waits: (number | undefined)[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      image = after(noteImage(at(0), after(tryImage(at(0), image)), { reason: 'down', isPassing: true }));
      waits.push(secondsTo(image));
    }
    expect(waits).toEqual([10, 60, 600, 3_600, 21_600, undefined]);
    expect(image).toMatchObject({ status: 'refused', detail: 'down' });
    expect(named('https://a.example/1.png', [image], 90_000)).toMatchObject({
      status: 'wanted',
      attempts: 0,
    });
  });

  test('is refused at once if the bytes are not an image', () => {
    const refused = after(
      noteImage(at(0), after(tryImage(at(0), wanted)), { reason: 'text', isPassing: false }),
    );
    expect(refused).toMatchObject({ status: 'refused', detail: 'text', nextStepAt: null });
  });
});
