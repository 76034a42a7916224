import type { FastifyReply } from 'fastify';
import { svgType } from '../../domain/image.js';
import type { Asset } from './asset.js';
import { page } from './shell.js';
import { languageOf, type Language } from './language.js';
import { wordsIn, type Words } from './words.js';
import { markup } from '../markup.js';

/** A page loads only from its own host, runs only its own script, and cannot be framed. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language',
};

export function sendPage(reply: FastifyReply, html: string, status = 200): FastifyReply {
  return reply.code(status).headers(pageHeaders).send(html);
}

/** Redirects after a form, so that reloading the next page does not send the form again. */
export const seeOther = (reply: FastifyReply, path: string): FastifyReply =>
  reply
    .code(303)
    .headers({ Location: path, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' })
    .send();

/** An image from an account may be an SVG, which is a document if opened on its own. It must not run anything. */
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function sendImage(reply: FastifyReply, { type, bytes }: Asset): FastifyReply {
  const whole = type === svgType ? `${type}; charset=utf-8` : type;
  return sendFile(reply.header('Content-Security-Policy', imagePolicy), { type: whole, bytes });
}

/** A file whose URL changes with its content. */
export function sendFile(reply: FastifyReply, { type, bytes }: Asset): FastifyReply {
  return reply
    .headers({
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    .send(bytes);
}

type Plain = 'missing' | 'tooMany' | 'broken' | 'down';

const statuses: Readonly<Record<Plain, number>> = { missing: 404, tooMany: 429, broken: 400, down: 503 };

/** A page without an account. It reveals nothing about the account that the URL may have belonged to. */
export function sendPlain(
  reply: FastifyReply,
  name: Plain,
  {
    accepted,
    sandbox,
    status = statuses[name],
  }: { accepted: string | undefined; sandbox: boolean; status?: number },
): FastifyReply {
  return sendPage(reply, plainPage(name, { language: languageOf(accepted), sandbox }), status);
}

export function plainPage(
  name: Plain,
  { language, sandbox }: { readonly language: Language; readonly sandbox: boolean },
): string {
  const said: { readonly lead: string; readonly title: string; readonly money?: string } = (
    wordsIn[language] as Words
  )[name];
  const content = [
    markup`<p>${said.lead}</p>`,
    said.money === undefined ? undefined : markup`<p>${said.money}</p>`,
  ];
  return page({ language, brand: undefined, sandbox, title: said.title }, content);
}
