import { Refusal } from '../../domain/refusal.js';
import { accountRoutes } from './account.js';
import { balanceRoutes } from './balance.js';
import { beneficiaryRoutes } from './beneficiary.js';
import { capabilityRoutes } from './capability.js';
import { customerRoutes } from './customer.js';
import { dashboardRoutes } from './dashboard.js';
import { eventRoutes } from './event.js';
import { fundingAccountRoutes } from './funding-account.js';
import { hostedDomainRoutes } from './hosted-domain.js';
import { hostedPageRoutes } from './hosted-page.js';
import { hostedSessionRoutes } from './hosted-session.js';
import { mcpPath } from './mcp/route.js';
import { withKeyLookup } from './idempotency-key.js';
import { approvalRoutes } from './approval.js';
import { sealRoutes } from './ledger-seal.js';
import { memberRoutes } from './member.js';
import { noticesPath } from './provider-notice.js';
import { payinRoutes } from './payin.js';
import { payoutRoutes } from './payout.js';
import { payoutBatchRoutes } from './payout-batch.js';
import { previewRoutes } from './preview.js';
import { quoteRoutes } from './quote.js';
import { reconciliationRoutes } from './reconciliation.js';
import { remittanceRoutes } from './remittance.js';
import { refundRoutes } from './refund.js';
import { reportRoutes } from './report.js';
import { requestLogRoutes } from './request-log.js';
import { decodable } from './request.js';
import type { Route } from './route.js';
import { sandboxRoutes } from './sandbox.js';
import { statementRoutes } from './statement.js';
import { destinationRoutes } from './settlement-destination.js';
import { settlementRoutes } from './settlement.js';
import { withTimelines } from './timeline.js';
import { withdrawalRoutes } from './withdrawal.js';
import { webhookRoutes } from './webhook.js';

const ofNouns = withTimelines([
  ...accountRoutes,
  ...memberRoutes,
  ...balanceRoutes,
  ...statementRoutes,
  ...sealRoutes,
  ...capabilityRoutes,
  ...customerRoutes,
  ...beneficiaryRoutes,
  ...quoteRoutes,
  ...fundingAccountRoutes,
  ...payinRoutes,
  ...refundRoutes,
  ...payoutRoutes,
  ...remittanceRoutes,
  ...payoutBatchRoutes,
  ...previewRoutes,
  ...destinationRoutes,
  ...settlementRoutes,
  ...withdrawalRoutes,
  ...approvalRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...hostedPageRoutes,
  ...hostedDomainRoutes,
  ...hostedSessionRoutes,
  ...reconciliationRoutes,
  ...reportRoutes,
  ...requestLogRoutes,
  ...sandboxRoutes,
]);

/** Every operation of /v1. The server registers them, and the API description is printed from them. */
export const routes: readonly Route[] = withKeyLookup(ofNouns);

/** The API description for machines and for people, served without a key. */
export const descriptionPath = '/v1/openapi.json';
export const docsPath = '/v1/docs';

/** Paths that redirect to the reference. */
export const landings: readonly string[] = ['/', '/v1'];

/** The dashboard page is at this path and below; its data is at the other path. */
export const dashboardPath = '/dashboard';
export const dashboardGraphqlPath = '/dashboard/graphql';

const documentPaths = [descriptionPath, docsPath, ...landings];

/** Whether a URL leads to one of these documents, however it is encoded. */
export const isDocument = (url: string): boolean => {
  // Called for each request, so plain paths take a fast route.
  const [plain = ''] = /^\/[^?#%]*/.exec(url) ?? [];
  const path = plain === '' || url[plain.length] === '%' ? segmentsOf(url).join('/') : plain;
  return documentPaths.includes(path);
};

/** HEAD is served wherever GET is (RFC 9110); Node omits the body. */
export const methodsOf = (method: Route['method']): string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/** The routes of an environment. Live does not have the sandbox's paths. */
export function operationsOf(environment: 'sandbox' | 'live'): readonly Route[] {
  return routes.filter((route) => environment === 'sandbox' || route.sandboxOnly !== true);
}

/** The refusal for an unknown path or method (supplement §1), and the allowed methods. */
export interface Unknown {
  readonly refusal: Refusal;
  readonly allow?: string;
}

export function unknownAt(url: string, environment: 'sandbox' | 'live'): Unknown {
  const methods = allowedMethods(segmentsOf(url), environment);
  if (methods.length === 0) return { refusal: new Refusal('not_found', 'This path does not exist.') };
  const refusal = new Refusal('method_not_allowed', `This path supports only ${methods.join(', ')}.`);
  return { refusal, allow: methods.join(', ') };
}

/** Endpoints for connectors and agents, which are not operations. */
const others = [
  { method: 'POST', path: noticesPath },
  { method: 'POST', path: mcpPath },
  { method: 'POST', path: dashboardGraphqlPath },
] as const;

/** The methods of a path; empty if the path does not exist. */
function allowedMethods(segments: readonly string[], environment: 'sandbox' | 'live'): string[] {
  const isHere = (path: string): boolean => {
    const own = path.split('/');
    const fits = (name: string, at: number): boolean =>
      name.startsWith('{') ? segments[at] !== '' : segments[at] === name;
    return own.length === segments.length && own.every(fits);
  };
  if (documentPaths.some(isHere)) return methodsOf('GET');
  const here = [...operationsOf(environment), ...dashboardRoutes, ...others].filter((route) =>
    isHere(route.path),
  );
  if (here.length === 0 && `/${segments[1]}` === dashboardPath) return methodsOf('GET');
  return [...new Set(here.flatMap((route) => methodsOf(route.method)))].sort();
}

/** Splits a URL as Fastify does: without authority and query, each segment decoded. */
function segmentsOf(url: string): string[] {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/);
  return decodable(path).split('/').map(decodeURIComponent);
}
