import { InvalidArgumentError, type Command } from 'commander';
import { eventTypes, type EventType } from '../domain/event.js';
import { escaped } from '../domain/text.js';
import type { SandboxAccess } from '../tools/trigger/sandbox.js';
import { nearest } from '../tools/trigger/nearest.js';
import { listed, tabled, type Answer } from './answer.js';
import { answers } from './define.js';
import { address, baseUrlOption } from './listen.js';
import { apiKeySecret, operatorTokenSecret, takesSecrets } from './secret.js';

interface Options extends Partial<SandboxAccess> {
  readonly list?: true;
}

/** `trigger`: causes an event of any type, through the operations that produce it. */
export function triggerCommand(psp: Command): void {
  const triggering = psp
    .command('trigger')
    .description('Cause an event in a running sandbox, by the operations that lead to it')
    .argument('[type]', 'event type, such as payout.completed', eventType)
    .option('--list', 'list every type, and the operations that cause it')
    .addOption(baseUrlOption('the service'))
    .option(
      '--graphql-url <url>',
      "GraphQL API for operators' acts (default: of the data directory)",
      address,
    );
  takesSecrets(triggering, apiKeySecret, operatorTokenSecret);
  answers<[EventType | undefined], Options>(
    triggering,
    'trigger payout.completed',
    async ([type], { list, ...called }) => {
      if (list) return all();
      return type === undefined
        ? triggering.error('error: give an event type, or --list')
        : once(type, called);
    },
  );
}

function eventType(text: string): EventType {
  const known = eventTypes.find((type) => type === text);
  if (known !== undefined) return known;
  throw new InvalidArgumentError(
    `Event type ${text} does not exist; did you mean ${nearest(text, eventTypes)}?`,
  );
}

async function all(): Promise<Answer> {
  const { recipes } = await import('../tools/trigger/recipe.js');
  const rows = eventTypes.map((type) => [type, recipes[type].says]);
  return {
    json: { data: rows.map(([type, does]) => ({ type, does })) },
    text: tabled(['TYPE', 'DOES'], rows).join('\n'),
  };
}

async function once(type: EventType, access: Partial<SandboxAccess>): Promise<Answer> {
  const [{ readConfig }, { targetOf, readCredentials }, { trigger }] = await Promise.all([
    import('../main/config.js'),
    import('../main/credentials.js'),
    import('../tools/trigger/run.js'),
  ]);
  const { dataDir } = readConfig();
  const credentials = readCredentials(dataDir);
  // The stored operator token belongs to this sandbox only.
  const isOwn =
    [undefined, credentials.base_url].includes(access.baseUrl) &&
    [undefined, credentials.api_key].includes(access.apiKey);
  const own = isOwn ? { graphqlUrl: credentials.graphql_url, operatorToken: credentials.operator_token } : {};
  const { graphqlUrl = own.graphqlUrl, operatorToken = own.operatorToken } = access;
  const called = {
    ...targetOf(dataDir, access),
    ...(graphqlUrl !== undefined && { graphqlUrl }),
    ...(operatorToken !== undefined && { operatorToken }),
  };
  const say = (line: string): void => void process.stderr.write(`${escaped(line)}\n`);
  const { eventId, resourceId, occurredAt } = await trigger(called, type, say);
  return {
    json: { type, event_id: eventId, resource_id: resourceId, occurred_at: occurredAt },
    text: listed({ Event: eventId, Type: type, Of: resourceId, At: occurredAt }),
  };
}
