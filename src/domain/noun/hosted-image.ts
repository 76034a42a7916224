import { declare, nowhere, oneOf, ref, text, time, whole, words, type RowOf } from './declare.js';

const kind = words(
  { logo: 'At the top of the page.', favicon: 'In the browser tab.' },
  { says: 'Its place.' },
);

const status = words(
  {
    none: 'The page has no such image.',
    wanted: 'To be downloaded.',
    stored: 'Downloaded and served by the service.',
    refused: 'The image cannot be shown; the name is shown instead.',
  },
  { says: 'Status of the image.' },
);

/** An image of a hosted page: one row per kind, even if its URL changes. */
export const hostedImage = declare('hostedImage', {
  called: ['hosted image', 'hosted images'],
  says: 'The logo or favicon of a hosted page.',
  isInternal: true,
  fields: {
    accountId: ref('account', 'Account whose page shows it.', { fixed: true, shows: nowhere }),
    pageId: ref('hostedPage', 'Page that shows it.', { fixed: true, shows: nowhere }),
    kind: oneOf(kind, { fixed: true, shows: nowhere }),
    url: text('URL that it is downloaded from.', { optional: true, shows: nowhere }),
    status: oneOf(status, { shows: nowhere }),
    attempts: whole('Downloads attempted.', { shows: nowhere }),
    detail: text('Why it is not shown.', { optional: true, shows: nowhere }),
    type: text('Media type, detected from its bytes.', { optional: true, shows: nowhere }),
    content: text('Its bytes, in base64.', { optional: true, shows: nowhere }),
    digest: text('Digest of its bytes.', { optional: true, shows: nowhere }),
    triedAt: time('Time of the last download attempt.', { optional: true, shows: nowhere }),
    nextStepAt: time('Time of the next download attempt.', { optional: true, shows: nowhere }),
    createdAt: time('Time when the page first used it.', { fixed: true, shows: nowhere }),
    updatedAt: time('Time of the last change of status.', { shows: nowhere }),
  },
});

export type HostedImage = RowOf<typeof hostedImage>;
export type ImageKind = HostedImage['kind'];
