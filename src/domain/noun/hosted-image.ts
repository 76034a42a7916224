import { declare, nowhere, oneOf, ref, text, time, whole, words, type RowOf } from './declare.js';

const kind = words(
  { logo: 'At the head of the page.', favicon: 'Beside its title.' },
  { says: 'Its place.' },
);

const status = words(
  {
    none: 'The page names none.',
    wanted: 'To be fetched.',
    stored: 'Served from here.',
    refused: 'It is none that can be shown; the name stands in its place.',
  },
  { says: 'How far it has come.' },
);

/** An image of a hosted page: one row for each place, whatever address the page names for it. */
export const hostedImage = declare('hostedImage', {
  called: ['hosted image', 'hosted images'],
  says: 'The logo or the favicon of a hosted page.',
  fields: {
    accountId: ref('account', 'The account whose page it is on.', { fixed: true, shows: nowhere }),
    pageId: ref('hostedPage', 'The page that it is on.', { fixed: true, shows: nowhere }),
    kind: oneOf(kind, { fixed: true, shows: nowhere }),
    url: text('Where it is fetched.', { optional: true, shows: nowhere }),
    status: oneOf(status, { shows: nowhere }),
    attempts: whole('How often it was asked for.', { shows: nowhere }),
    detail: text('Why it is not shown, in our words.', { optional: true, shows: nowhere }),
    type: text('Its media type, by its own bytes.', { optional: true, shows: nowhere }),
    content: text('Its bytes, as base64.', { optional: true, shows: nowhere }),
    digest: text('Of its bytes.', { optional: true, shows: nowhere }),
    triedAt: time('When it was last asked for.', { optional: true, shows: nowhere }),
    nextStepAt: time('When it is to be asked for.', { optional: true, shows: nowhere }),
    createdAt: time('When the page first named one.', { fixed: true, shows: nowhere }),
    updatedAt: time('When its status last changed.', { shows: nowhere }),
  },
});

export type HostedImage = RowOf<typeof hostedImage>;
export type ImageKind = HostedImage['kind'];
