import type { Command } from 'commander';
import { request, type LoggedRequest } from '../../domain/noun/request.js';
import { shownAt } from '../../domain/noun/show.js';
import { lists, shows } from './list.js';

const inList = shownAt(request, 'list', {});
const whole = shownAt(request, 'detail', {});
const owned = (row: LoggedRequest, shown: object) => ({ account_id: row.accountId, ...shown });

/** `request list` and `request show`. */
export function requestCommands(psp: Command): void {
  const group = psp.command('request').alias('requests').description('Calls of /v1 as they were answered');
  lists(group.command('list').description('Requests of the last thirty days, newest first'), 'request list', {
    noun: 'request',
    none: 'No request was logged.',
    filters: {
      outcome: ['--outcome <word>', 'succeeded, refused, failed or unheard'],
      status: ['--status <number>', 'of this status'],
      path: ['--path <path>', 'at this path, without its query'],
      idempotencyKey: ['--idempotency-key <key>', 'with this Idempotency-Key'],
      apiKeyPrefix: ['--key <prefix>', 'made with the API key that begins so'],
      resourceId: ['--resource <id>', 'that made or changed what has this id'],
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
  shows(
    group.command('show').description('A request with its bodies, as far as they are kept'),
    'request show',
    {
      noun: 'request',
      show: (row) => owned(row, whole(row)),
    },
  );
}
