import type { Command } from 'commander';
import { request, type LoggedRequest } from '../domain/noun/request.js';
import { shownAt } from '../domain/noun/show.js';
import { lists, shows } from './list.js';

const inList = shownAt(request, 'list', {});
const whole = shownAt(request, 'detail', {});
const owned = (row: LoggedRequest, fields: object) => ({ account_id: row.accountId, ...fields });

/** `request list` and `request show`. */
export function requestCommands(psp: Command): void {
  const group = psp.command('request').alias('requests').description('Calls of /v1, with their answers');
  lists(group.command('list').description('Requests, newest first'), 'request list', {
    noun: 'request',
    none: 'There are no requests.',
    filters: {
      outcome: ['--outcome <word>', 'succeeded, refused, failed or unheard'],
      status: ['--status <number>', 'only with this status'],
      path: ['--path <path>', 'only with this path, without query'],
      idempotencyKey: ['--idempotency-key <key>', 'only with this Idempotency-Key'],
      apiKeyPrefix: ['--key <prefix>', 'only with the API key of this prefix'],
      resourceId: ['--resource <id>', 'only requests that created or changed this resource'],
    },
    columns: {
      REQUEST: 'id',
      ACCOUNT: 'accountId',
      CREATED: 'createdAt',
      STATUS: 'status',
      MS: 'durationMs',
      CALL: ({ method, path }) => `${method} ${path}`,
      ERROR: 'errorCode',
    },
    show: (row) => owned(row, inList(row)),
  });
  shows(group.command('show').description('A request with its bodies'), 'request show', {
    noun: 'request',
    show: (row) => owned(row, whole(row)),
  });
}
