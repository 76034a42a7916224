import { z } from 'zod';
import type { IssuerSettings, RoleRule } from '../adapters/oidc/issuer.js';
import { operatorRoles } from '../domain/operator.js';

/** The issuer's exact URL (OpenID Connect Core, section 2). */
const issuer = z.string().refine((text) => {
  const url = URL.parse(text);
  return (
    /^https?:$/.test(url?.protocol ?? '') && url?.search === '' && url.hash === '' && url.username === ''
  );
}, 'must be the URL of an OpenID Connect issuer, such as https://login.example.com/realms/staff');

const roles = z.string().superRefine((text, context) => {
  try {
    rolesIn(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
});

export const oidcSettings = {
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_ROLES: roles.optional(),
};

type OidcValues = Readonly<Partial<Record<keyof typeof oidcSettings, unknown>>>;

const rule = /^([^:=]+):(.+)=([a-z]+)$/;

/** `groups:payments-admins=admin,groups:payments-support=support` */
function rolesIn(text: string): RoleRule[] {
  return text.split(',').map((each) => {
    const [, claim = '', value = '', named] = rule.exec(each.trim()) ?? [];
    const role = operatorRoles.find((known) => known === named);
    if (role === undefined)
      throw new Error(
        `must list claim:value=role, such as groups:payments-admins=admin, with the roles ${operatorRoles.join(', ')}`,
      );
    return { claim, value, role };
  });
}

/** Faults of the settings as a group. */
export function oidcProblems(values: OidcValues, isLive: boolean): string[] {
  const names = Object.keys(oidcSettings) as (keyof typeof oidcSettings)[];
  const set = names.filter((name) => values[name] !== undefined);
  if (set.length === 0) return [];
  const absent = names.filter((name) => values[name] === undefined);
  return [
    ...absent.map((name) => `${name} must be set with ${set[0]}: operators sign in over OpenID Connect`),
    ...(isLive && typeof values.OIDC_ISSUER === 'string' && values.OIDC_ISSUER.startsWith('http:')
      ? ['OIDC_ISSUER must use https in live']
      : []),
  ];
}

/** Absent: operators sign in with tokens only. */
export function oidcOf(values: {
  readonly [K in keyof typeof oidcSettings]?: string | undefined;
}): { readonly oidc?: IssuerSettings } {
  const { OIDC_ISSUER: url, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (url === undefined || clientId === undefined || clientSecret === undefined) return {};
  return { oidc: { url, clientId, clientSecret, roles: rolesIn(values.OIDC_ROLES ?? '') } };
}
