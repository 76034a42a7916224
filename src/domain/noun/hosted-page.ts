import { declare, flag, inConsole, json, oneOf, ref, text, time, words, type RowOf } from './declare.js';

const brandingMode = words(
  {
    platform: "The page is the platform's.",
    co_branded: "The account's brand, by the platform.",
    white_label: "The account's brand alone; needs white_label_entitled.",
  },
  { name: 'BrandingMode', says: 'Whose brand the page shows.' },
);

const radius = words(
  {
    none: 'Square.',
    sm: 'Slightly rounded.',
    md: 'Rounded.',
    lg: 'Well rounded.',
    full: 'As round as can be.',
  },
  { name: 'HostedPageRadius', says: 'How round the corners are.' },
);

const font = words(
  {
    system: 'The font of the device.',
    inter: 'Inter.',
    roboto: 'Roboto.',
    open_sans: 'Open Sans.',
    lato: 'Lato.',
    montserrat: 'Montserrat.',
    poppins: 'Poppins.',
    nunito: 'Nunito.',
    dm_sans: 'DM Sans.',
    source_serif: 'Source Serif.',
  },
  { name: 'HostedPageFont', says: 'The font, by its key.' },
);

/** Each `#rrggbb` in lower case. */
export type Colors = Readonly<
  Record<'background' | 'border' | 'primary' | 'secondary' | 'surface' | 'text', string>
>;

export interface Support {
  readonly email?: string;
  readonly phone?: string;
  readonly url?: string;
}

export const usualColors: Colors = {
  background: '#f6f7f9',
  border: '#d5d9e0',
  primary: '#1f4fd8',
  secondary: '#5b6472',
  surface: '#ffffff',
  text: '#14181f',
};

/** Contract §2.15. An account has one at most, from its first configuration on. */
export const hostedPage = declare('hostedPage', {
  name: 'HostedPage',
  called: ['hosted page', 'hosted pages'],
  says: 'The page on which customers of an account send money, under its brand.',
  listedBy: 'platform',
  fields: {
    accountId: ref('account', 'The account whose customers it serves.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    enabled: flag('Whether sessions can be started.', { example: true }),
    brandingMode: oneOf(brandingMode, { example: 'co_branded' }),
    brandName: text('The name that customers know; required unless branding_mode is platform.', {
      example: 'Envíos Andinos',
    }),
    colors: json<Colors>()('Of the page; text on surface has a contrast of 4.5:1 at least.', {
      example: usualColors,
    }),
    radius: oneOf(radius, { example: 'md' }),
    font: oneOf(font, { example: 'inter' }),
    logoUrl: text(
      'Of PNG, JPEG, GIF, WebP, ICO or SVG, 512 KiB at most. It is fetched once, without following a redirect, and served from the host of the page; until then the name stands.',
      {
        optional: true,
        example: 'https://www.example.com/logo.svg',
      },
    ),
    faviconUrl: text('Likewise.', { optional: true, example: 'https://www.example.com/favicon.png' }),
    support: json<Support>()('Where customers find help.', {
      example: { email: 'help@example.com', phone: '+51987654321', url: 'https://www.example.com/help' },
    }),
    publicStart: flag(
      'Whether a visitor may start a remittance without a session that the account created.',
      {
        example: false,
      },
    ),
    createdAt: time('When it was first configured.', { fixed: true }),
    updatedAt: time('When it was last configured.'),
  },
  indexes: [{ by: ['accountId'] }],
});

export type HostedPage = RowOf<typeof hostedPage>;
