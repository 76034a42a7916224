import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.js';
import type { Values } from './form.js';

/** The last of several values of a name counts: a browser sends one of each of ours. */
const valuesOf = (text: string): Values => Object.fromEntries(new URLSearchParams(text));

const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

export function formOf({ body, headers }: FastifyRequest): Values {
  if (!(body instanceof Buffer)) return {};
  if (formType.test(headers['content-type'] ?? '')) return valuesOf(body.toString());
  throw new Refusal('unsupported_media_type', 'A form is sent as a browser sends it.');
}

export const queryOf = ({ raw }: FastifyRequest): Values => valuesOf((raw.url ?? '').split('?')[1] ?? '');
