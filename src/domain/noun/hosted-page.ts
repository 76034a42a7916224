import { declare, flag, inConsole, json, oneOf, ref, text, time, words, type RowOf } from './declare.js';

const brandingMode = words(
  {
    platform: "The platform's brand.",
    co_branded: "The account's brand, with the platform's name.",
    white_label: "The account's brand only; needs white_label_entitled.",
  },
  { name: 'BrandingMode', says: 'Brand shown on the page.' },
);

const radius = words(
  {
    none: 'Square.',
    sm: 'Slightly rounded.',
    md: 'Rounded.',
    lg: 'Well rounded.',
    full: 'As round as possible.',
  },
  { name: 'HostedPageRadius', says: 'Roundness of the corners.' },
);

const font = words(
  {
    system: "The device's font.",
    inter: 'The font Inter.',
    roboto: 'The font Roboto.',
    open_sans: 'The font Open Sans.',
    lato: 'The font Lato.',
    montserrat: 'The font Montserrat.',
    poppins: 'The font Poppins.',
    nunito: 'The font Nunito.',
    dm_sans: 'The font DM Sans.',
    source_serif: 'The font Source Serif.',
  },
  { name: 'HostedPageFont', says: 'Font of the page.' },
);

/** Each `#rrggbb`, lower case. */
export type Colors = Readonly<
  Record<'background' | 'border' | 'primary' | 'secondary' | 'surface' | 'text', string>
>;

export interface Support {
  readonly email?: string;
  readonly phone?: string;
  readonly url?: string;
}

/** Keys as sent and shown. */
export interface Legal {
  readonly name?: string;
  readonly terms_url?: string;
  readonly privacy_url?: string;
}

export const usualColors: Colors = {
  background: '#f6f7f9',
  border: '#d5d9e0',
  primary: '#1f4fd8',
  secondary: '#5b6472',
  surface: '#ffffff',
  text: '#14181f',
};

/** Contract §2.15. At most one per account, created by its first configuration. */
export const hostedPage = declare('hostedPage', {
  name: 'HostedPage',
  called: ['hosted page', 'hosted pages'],
  says: "The page on which an account's customers send money, under its brand.",
  listedBy: 'platform',
  fields: {
    accountId: ref('account', 'Account whose customers use the page.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    enabled: flag('Whether sessions can be started.', { example: true }),
    brandingMode: oneOf(brandingMode, { example: 'co_branded' }),
    brandName: text('Name that customers know. Required unless branding_mode is platform.', {
      example: 'Envíos Andinos',
    }),
    colors: json<Colors>()('Colours of the page. text on surface needs a contrast of at least 4.5:1.', {
      example: usualColors,
    }),
    radius: oneOf(radius, { example: 'md' }),
    font: oneOf(font, { example: 'inter' }),
    logoUrl: text(
      "PNG, JPEG, GIF, WebP, ICO or SVG, at most 512 KiB. It is downloaded once, without redirects, and served from the page's host. Until then the name is shown.",
      {
        optional: true,
        example: 'https://www.example.com/logo.svg',
      },
    ),
    faviconUrl: text('Likewise.', { optional: true, example: 'https://www.example.com/favicon.png' }),
    support: json<Support>()('Contacts for customers who need help.', {
      example: { email: 'help@example.com', phone: '+51987654321', url: 'https://www.example.com/help' },
    }),
    legal: json<Legal>()(
      'Company that customers pay, and its documents: shown on every page, and the name also next to the payment details.',
      {
        example: {
          name: 'Envíos Andinos S.A.C.',
          terms_url: 'https://www.example.com/terms',
          privacy_url: 'https://www.example.com/privacy',
        },
      },
    ),
    publicStart: flag('Whether visitors may start a remittance without a session created by the account.', {
      example: false,
    }),
    createdAt: time('Time of the first configuration.', { fixed: true }),
    updatedAt: time('Time of the last configuration.'),
  },
  indexes: [{ by: ['accountId'] }],
});

export type HostedPage = RowOf<typeof hostedPage>;
