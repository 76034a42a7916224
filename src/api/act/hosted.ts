import { hostedDomain, type HostedDomain } from '../../domain/noun/hosted-domain.js';
import { hostedPage, type HostedPage } from '../../domain/noun/hosted-page.js';
import { showSession, type HostedSession } from '../../domain/hosted-session.js';
import { shownAt } from '../../domain/noun/show.js';
import { releaseHostedDomain } from '../../usecases/hosted-domain.js';
import { setWhiteLabel } from '../../usecases/hosted-page.js';
import { act, type Group } from './act.js';
import { flag, id, seen, stateOf } from './field.js';

const exampleAccount = 'acct_01k9zq3v5e8x7m2n4p6r8t0w1y';
const domainInDetail = shownAt(hostedDomain, 'detail', {});
const pageInDetail = shownAt(hostedPage, 'detail', {});

/** Includes the account, which the account's own API leaves out. */
export const showHostedDomain = (row: HostedDomain) => ({
  account_id: row.accountId,
  ...domainInDetail(row),
});
export const showHostedPage = (row: HostedPage) => ({ account_id: row.accountId, ...pageInDetail(row) });
export const showHostedSession = (row: HostedSession, now: Date) => ({
  account_id: row.accountId,
  ...showSession(row, now),
});

const whiteLabel = act({
  name: 'setWhiteLabel',
  words:
    "Let an account omit the platform's name on its hosted page, or withdraw this. A white_label page then becomes co_branded.",
  role: 'admin',
  takes: { accountId: id('The account.'), granted: flag('Whether it is allowed.') },
  changes: stateOf('SeenWhiteLabel', 'White label of an account', {
    granted: flag('Whether it is allowed.'),
  }),
  answers: 'AccountTerms',
  command: [
    {
      path: 'hosted-page grant',
      positionals: ['accountId'],
      sets: { granted: true },
      words: "Let an account omit the platform's name on its hosted page.",
      example: exampleAccount,
    },
    {
      path: 'hosted-page withdraw',
      positionals: ['accountId'],
      sets: { granted: false },
      words: "Make an account show the platform's name on its hosted page.",
      example: exampleAccount,
    },
  ],
  run: ({ ports, by }, ask) => setWhiteLabel(ports, by, ask),
  output: ({ accountId, whiteLabelAt }) => ({
    json: { account_id: accountId, white_label_granted: whiteLabelAt !== null },
    text:
      whiteLabelAt === null
        ? `The page of ${accountId} shows the platform's name.`
        : `The page of ${accountId} may omit the platform's name.`,
  }),
});

const releasing = act({
  name: 'releaseHostedDomain',
  words:
    'Take a hosted domain from its account. The page is no longer served under it, and anyone may claim it.',
  role: 'support',
  takes: { id: id('Its id.') },
  changes: stateOf('SeenHostedDomain', 'A hosted domain', {
    verificationStatus: seen('HostedDomainVerification', 'Status of the domain.'),
  }),
  answers: 'HostedDomain',
  command: {
    path: 'domain release',
    positionals: ['id'],
    hints: { id: 'The domain.' },
    example: "hd_01k9zq3v5e8x7m2n4p6r8t0w1y --reason 'case 4711'",
  },
  run: ({ ports, by }, { id: domainId }) => releaseHostedDomain(ports, by, domainId),
  output: (row) => ({ json: showHostedDomain(row), text: `The domain ${row.hostname} is free.` }),
});

export const hostedPageActs: Group = {
  name: 'hosted-page',
  words: 'Hosted pages of the accounts',
  acts: [whiteLabel],
};

export const hostedDomainActs: Group = {
  name: 'domain',
  words: 'Domains that serve hosted pages',
  acts: [releasing],
};
