import type { MailBrand, MailText } from './letter-part.js';
import type { Language } from './noun/mail.js';

interface Body extends Omit<MailText, 'subject' | 'action'> {
  readonly link: { readonly label: string; readonly url: string } | undefined;
  readonly brand: MailBrand;
}

const asks: Readonly<Record<Language, (name: string, contact: string) => string>> = {
  en: (name, contact) => `Questions? Contact ${name}: ${contact}`,
  es: (name, contact) => `¿Dudas? Contacto de ${name}: ${contact}`,
  pt: (name, contact) => `Dúvidas? Fale com ${name}: ${contact}`,
};

const footOf = (language: Language, { name, contact, legal }: MailBrand): string[] => [
  ...(contact === undefined ? [] : [asks[language](name, contact)]),
  ...(legal === undefined ? [] : [legal]),
];

/** The mail as plain text. */
export function plainMail(
  language: Language,
  { largeText, paragraphs, pairs = [], link, brand }: Body,
): string {
  const parts = [
    brand.name,
    ...(largeText === undefined ? [] : [largeText]),
    ...paragraphs,
    ...(pairs.length === 0 ? [] : [pairs.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...(link === undefined ? [] : [`${link.label}\n${link.url}`]),
    ...footOf(language, brand),
  ];
  return parts.map((each) => `${each}\n`).join('\n');
}

/** Dark colours. The light ones are inline, for mail programs that drop style sheets, so these need `!important`. */
const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#14181f!important;color:#e8ebf0!important}.card{background:#1f252f!important;border-color:#38414f!important}.soft{color:#aab3c0!important}.button{background:#9db8ff!important;color:#14181f!important}a{color:#9db8ff}}`;

const page = 'margin:0;padding:24px 12px;background:#f6f7f9;color:#14181f;font:16px/1.5 system-ui,sans-serif';
const card =
  'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #d5d9e0;border-radius:8px';
const button =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#1f4fd8;color:#ffffff;text-decoration:none';
const soft = 'color:#5b6472;font-size:14px';

/** The same as HTML, which says the same words. */
export function htmlMail(language: Language, body: Body): string {
  const { largeText, paragraphs, pairs = [], link, brand } = body;
  const rows = pairs.map(
    ([label, value]) =>
      `<tr><td class="soft" style="${soft};padding:6px 16px 6px 0;vertical-align:baseline">${escaped(label)}:</td> <td style="padding:6px 0;vertical-align:baseline">${escaped(value)}</td></tr>`,
  );
  const parts = [
    `<p style="margin-top:0"><strong>${escaped(brand.name)}</strong></p>`,
    ...(largeText === undefined
      ? []
      : [`<p style="font-size:28px;letter-spacing:4px">${escaped(largeText)}</p>`]),
    ...paragraphs.map((each) => `<p>${escaped(each)}</p>`),
    ...(rows.length === 0
      ? []
      : [`<table role="presentation" style="border-spacing:0">${rows.join('')}</table>`]),
    ...(link === undefined ? [] : [linkPart(link)]),
    ...footOf(language, brand).map((each) => `<p class="soft" style="${soft}">${escaped(each)}</p>`),
  ];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${sheet}</style></head><body class="page" style="${page}"><div class="card" style="${card}">${parts.join('\n')}</div></body></html>\n`;
}

const linkPart = ({ label, url }: NonNullable<Body['link']>): string =>
  `<p><a class="button" style="${button}" href="${escaped(url)}">${escaped(label)}</a></p><p class="soft" style="${soft};overflow-wrap:anywhere">${escaped(url)}</p>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (each) => entities[each] ?? '');
