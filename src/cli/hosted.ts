import type { Command } from 'commander';
import { showHostedDomain, showHostedPage, showHostedSession } from '../api/act/hosted.js';
import { present } from '../domain/event.js';
import { sessionStatus } from '../domain/hosted-session.js';
import { timeText } from '../domain/moment.js';
import { groupOf } from './define.js';
import { lists, shows } from './list.js';

/** `hosted-page`, `domain` and `session`, each with `list` and `show`. */
export function hostedCommands(psp: Command): void {
  pageCommands(groupOf(psp, 'hosted-page'));
  domainCommands(groupOf(psp, 'domain'));
  sessionCommands(psp.command('session').description('Sessions on hosted pages'));
}

function pageCommands(group: Command): void {
  lists(group.command('list').description('Hosted pages, newest first'), 'hosted-page list', {
    noun: 'hostedPage',
    none: 'There are no hosted pages.',
    columns: {
      PAGE: 'id',
      ACCOUNT: 'accountId',
      ENABLED: ({ enabled }) => (enabled ? 'yes' : 'no'),
      PUBLIC: ({ publicStart }) => (publicStart ? 'yes' : 'no'),
      BRANDING: 'brandingMode',
      BRAND: 'brandName',
    },
    show: showHostedPage,
  });
  shows(group.command('show').description('A hosted page'), 'hosted-page show', {
    noun: 'hostedPage',
    show: async (row, { reader }) => {
      const { images = {} } = (await reader.hostedPage({ id: row.id })) ?? {};
      const errors = { logo_error: images.logo?.detail, favicon_error: images.favicon?.detail };
      return { ...showHostedPage(row), ...present(errors) };
    },
  });
}

function domainCommands(group: Command): void {
  lists(
    group.command('list').description('Hosted domains, newest first').option('--all', 'include removed ones'),
    'domain list',
    {
      noun: 'hostedDomain',
      unless: { removedAt: null },
      none: 'There are no hosted domains; --all includes removed ones.',
      columns: {
        DOMAIN: 'id',
        ACCOUNT: 'accountId',
        STATUS: 'verificationStatus',
        CERTIFICATE: 'certificateStatus',
        MISSING: 'missingSince',
        HOSTNAME: 'hostname',
      },
      show: showHostedDomain,
    },
  );
  shows(group.command('show').description('A hosted domain'), 'domain show', {
    noun: 'hostedDomain',
    show: showHostedDomain,
  });
}

function sessionCommands(group: Command): void {
  lists(group.command('list').description('Hosted sessions, newest first'), 'session list', {
    noun: 'hostedSession',
    none: 'There are no hosted sessions.',
    columns: {
      SESSION: 'id',
      ACCOUNT: 'accountId',
      STATUS: (row, _ports, now) => sessionStatus(row, now),
      ORIGIN: 'origin',
      REMITTANCE: 'remittanceId',
      EXPIRES: 'expiresAt',
    },
    show: (row, _ports, now) => ({
      account_id: row.accountId,
      id: row.id,
      status: sessionStatus(row, now),
      origin: row.origin,
      expires_at: timeText(row.expiresAt),
    }),
  });
  shows(group.command('show').description('A hosted session'), 'session show', {
    noun: 'hostedSession',
    show: async (row, { reader }) => showHostedSession(row, await reader.now()),
  });
}
