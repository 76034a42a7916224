import { z } from 'zod';
import { present, type Resource } from '../../domain/event.js';
import { usualSetting } from '../../domain/hosted-page.js';
import { hostedPage, usualColors, type Colors } from '../../domain/noun/hosted-page.js';
import { shownAt } from '../../domain/noun/show.js';
import { configureHostedPage, findPageState, type PageState } from '../../usecases/hosted-page.js';
import { email, formed, idOf, named, phone, text, time } from '../field.js';
import { ok, route } from './route.js';
import { exampleAt, saysOf, schemaOf } from './shape.js';

const { fields } = hostedPage;
const urlMax = 2048;

const colour = formed(/^#[0-9a-f]{6}$/, 7, {
  fault: 'is not a six-digit colour; send one such as #1f4fd8, in lower case',
});
const colorNames = Object.keys(usualColors) as (keyof Colors)[];
const colorsOf = (each: z.ZodType<string>) =>
  Object.fromEntries(colorNames.map((name) => [name, each])) as Record<keyof Colors, z.ZodType<string>>;

/** Credentials in the URL would be visible to everyone who opens the page. */
const httpsUrl = text(urlMax)
  .refine(
    (value) => {
      const url = /^https:\/\/[^/?#\s\\@]+([/?#][^\s\\]*)?$/i.test(value) ? URL.parse(value) : null;
      return url !== null && url.username === '' && url.password === '' && url.hostname !== '';
    },
    { message: 'is not an https URL; send one such as https://www.example.com/logo.svg' },
  )
  .meta({ format: 'uri' });

const supportFields = {
  email: email.exactOptional(),
  phone: phone.exactOptional(),
  url: httpsUrl.exactOptional(),
};

const legalFields = {
  name: text(140).exactOptional(),
  terms_url: httpsUrl.exactOptional(),
  privacy_url: httpsUrl.exactOptional(),
};

const example = exampleAt(hostedPage, 'detail');

const errorOf = (field: string): string =>
  `Why the image at ${field} cannot be shown. Absent while it is being downloaded, and once it is shown.`;

const pageSchema = named(
  hostedPage.name,
  schemaOf(hostedPage, {
    colors: z.object(colorsOf(z.string().regex(/^#[0-9a-f]{6}$/))),
    support: z.object({
      email: z.string().exactOptional(),
      phone: z.string().exactOptional(),
      url: z.string().exactOptional(),
    }),
    legal: z.object({
      name: z.string().exactOptional(),
      terms_url: z.string().exactOptional(),
      privacy_url: z.string().exactOptional(),
    }),
  }).extend({
    id: idOf('hostedPage').exactOptional().describe('Absent until the first configuration.'),
    white_label_entitled: z
      .boolean()
      .describe('Whether branding_mode may be white_label; granted by the platform.'),
    logo_error: z.string().exactOptional().describe(errorOf('logo_url')),
    favicon_error: z.string().exactOptional().describe(errorOf('favicon_url')),
    created_at: time.exactOptional().describe(fields.createdAt.says),
    updated_at: time.exactOptional().describe(fields.updatedAt.says),
  }),
  { ...example, white_label_entitled: false },
);

const setting = {
  enabled: z.boolean().exactOptional().describe(`${fields.enabled.says} Default: false.`),
  branding_mode: z
    .enum(fields.brandingMode.words.values)
    .exactOptional()
    .describe(`${saysOf(fields.brandingMode)} Default: platform.`),
  brand_name: text(80, 0).exactOptional().describe(fields.brandName.says),
  colors: z
    .strictObject(
      Object.fromEntries(colorNames.map((name) => [name, colour.exactOptional()])) as Record<
        keyof Colors,
        z.ZodExactOptional<typeof colour>
      >,
    )
    .exactOptional()
    .describe(fields.colors.says),
  radius: z.enum(fields.radius.words.values).exactOptional().describe(`${fields.radius.says} Default: md.`),
  font: z.enum(fields.font.words.values).exactOptional().describe(`${fields.font.says} Default: system.`),
  logo_url: httpsUrl.exactOptional().describe(fields.logoUrl.says),
  favicon_url: httpsUrl.exactOptional().describe(fields.faviconUrl.says),
  support: z.strictObject(supportFields).exactOptional().describe(fields.support.says),
  legal: z.strictObject(legalFields).exactOptional().describe(fields.legal.says),
  public_start: z.boolean().exactOptional().describe(`${fields.publicStart.says} Default: false.`),
};

const { id: _id, created_at: _created, updated_at: _updated, ...settingExample } = example as Resource;
const updateSchema = named('HostedPageUpdate', z.strictObject(setting), settingExample);

const showPage = shownAt(hostedPage, 'detail', {});
const unset = { accountId: '', id: '', createdAt: new Date(0), updatedAt: new Date(0), version: 0 };

function show({ page, isEntitled, images }: PageState) {
  const {
    id,
    created_at: created,
    updated_at: updated,
    ...rest
  } = showPage(page ?? { ...unset, ...usualSetting });
  const more = {
    white_label_entitled: isEntitled,
    ...present({ logo_error: images.logo?.detail, favicon_error: images.favicon?.detail }),
  };
  return page === undefined
    ? { ...rest, ...more }
    : { id, ...rest, ...more, created_at: created, updated_at: updated };
}

const path = '/v1/hosted-page';
const tag = 'Hosted page';

/** Contract §2.15, §4.9. */
export const hostedPageRoutes = [
  route({
    method: 'GET',
    path,
    operationId: 'getHostedPage',
    tag,
    summary: 'Retrieve the hosted page',
    description: 'Returns the defaults, without id, if it was never configured.',
    scope: 'read',
    idempotency: 'none',
    answers: { 200: pageSchema },
    errors: [],
    handle: async ({ ports }, { caller }) => ok(show(await findPageState(ports, caller.account.id))),
  }),
  route({
    method: 'PUT',
    path,
    operationId: 'replaceHostedPage',
    tag,
    summary: 'Configure the hosted page',
    description: 'Replaces the whole configuration; omitted fields get their defaults.',
    scope: 'write',
    idempotency: 'none',
    body: updateSchema,
    answers: { 200: pageSchema },
    errors: ['white_label_not_entitled'],
    handle: async ({ ports }, { caller, by, body }) => {
      const { branding_mode: brandingMode, brand_name: brandName, public_start: publicStart, ...rest } = body;
      const { logo_url: logoUrl, favicon_url: faviconUrl, ...same } = rest;
      const setting = present({ ...same, brandingMode, brandName, publicStart, logoUrl, faviconUrl });
      const change = { accountId: caller.account.id, setting, by };
      return ok(show(await configureHostedPage(ports, change)));
    },
  }),
];
