import { memberWithPasskey } from '../setup/passkey.js';
import { buildSchema, getNamedType, isLeafType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { misplaced } from '../../src/adapters/postgres/check/place.js';
import { inOwnConnection } from '../../src/adapters/postgres/own-connection.js';
import { columnOf } from '../../src/adapters/postgres/reseal.js';
import { createVault } from '../../src/adapters/crypto/vault.js';
import { declarations, type Noun } from '../../src/domain/noun/all.js';
import { joined, snake, type Declaration } from '../../src/domain/noun/declare.js';
import { sealedFields, type SealedField } from '../../src/domain/sealed.js';
import { readConfig } from '../../src/main/config.js';
import { keysOf, opensWith } from '../../src/main/keys.js';
import { inviteOwner } from '../../src/usecases/member.js';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { advance, operator, withHand } from '../setup/hand.js';
import { enablePage } from '../setup/hosted.js';
import { reviewed, type Visited } from '../setup/hosted-visit.js';
import { answers } from '../setup/page.js';
import { patience } from '../setup/patience.js';
import { openReceiver, type Receiver } from '../setup/receiver.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { scrape } from '../setup/scrape.js';
import { projectText } from '../setup/source.js';
import { fund, mxnPayout, openFunding, speiBeneficiary, speiDestination } from '../setup/verbs.js';

const lines: Record<string, unknown>[] = [];
const log = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };

let service: RunningService;
let ask: Ask;
let receiver: Receiver;
let hosted: Visited;

const post = async (path: string, body: object): Promise<string> => {
  const made = await service.post(path, body);
  expect([200, 201], made.text).toContain(made.status);
  return made.get('id');
};

const customerOf = (nth: number) =>
  post('/v1/customers', {
    external_id: `user-${nth}`,
    type: 'individual',
    country: 'PE',
    display_name: `Customer ${nth}`,
    profile: { first_name: 'Ana', last_name: 'Quispe', email: `ana${nth}@example.com` },
  });

/** Two rows of each noun, so that one stays intact; mails cannot be sent, and keep their facts. */
async function makeRows(): Promise<void> {
  for (const nth of [1, 2]) {
    await customerOf(nth);
    const payee = await post('/v1/beneficiaries', {
      method: 'pix',
      currency: 'BRL',
      holder: `Holder ${nth}`,
      details: { name: 'Maria Souza', pix_key: `maria${nth}@example.com` },
    });
    await service.post(`/v1/beneficiaries/${payee}/verification`);
    await speiDestination(service, nth);
    await withHand(service, (ports) =>
      inviteOwner(ports, operator, {
        accountId: service.accountId,
        address: `owner${nth}@example.com`,
        language: 'en',
      }),
    );
    const endpoint = await post('/v1/webhook-endpoints', { url: `${receiver.url}/${nth}` });
    await service.post(`/v1/webhook-endpoints/${endpoint}/rotate-secret`);
    await openFunding(service, {
      method: 'bank_transfer',
      currency: 'PEN',
      amount: '100.00',
      settlement_currency: 'PEN',
      payer: { 'payer.name': 'Ana Quispe' },
    });
    hosted = await reviewed(service);
    await hosted.visitor.send({ email: `payer${nth}@example.com`, back: 'review' }, `${hosted.path}/mail`);
    await memberWithPasskey(service);
  }
}

beforeAll(async () => {
  receiver = await openReceiver();
  service = await openService(
    { LOG_LEVEL: 'warn', SMTP_URL: 'smtp://127.0.0.1:1', WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' },
    log,
  );
  ({ ask } = await operatorOf(service, 'admin'));
  await enablePage(service);
  await makeRows();
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

/** Values that cannot be decrypted: altered, with an unknown key, or not a sealed value. */
const damages: Readonly<Record<string, (sealed: string) => string>> = {
  altered: (sealed) => `${sealed.slice(0, -8)}${sealed.at(-8) === 'A' ? 'B' : 'A'}${sealed.slice(-7)}`,
  'of a lost key': (sealed) => sealed.replace(/^[^:]+/, 'lost'),
  'no sealed value': () => 'María: a name',
};

/** Damages the newest value of a field, or the value of a row, while the work runs. */
async function damaged<T>(
  field: SealedField,
  damage: (sealed: string) => string,
  work: (id: string) => Promise<T>,
  of?: string,
): Promise<T> {
  const [table, column] = columnOf(field);
  const [row] = await queryRows(
    service.databaseUrl,
    `select id, ${column} as sealed from ${table} where ${column} is not null and id = coalesce($1, id)
      order by id desc limit 1`,
    [of ?? null],
  );
  const [id, sealed] = [String(row?.['id']), String(row?.['sealed'])];
  const put = (value: string) =>
    queryRows(service.databaseUrl, `update ${table} set ${column} = $1 where id = $2`, [value, id]);
  await put(damage(sealed));
  try {
    return await work(id);
  } finally {
    await put(sealed);
  }
}

async function unopenedRows(): Promise<unknown> {
  const opens = opensWith(createVault(keysOf(readConfig(service.env))));
  const connection = { application_name: 'test' };
  const found = await inOwnConnection(service.databaseUrl, connection, (client) => misplaced(client, opens));
  return found?.rows;
}

const document = JSON.parse(projectText('schema/v1.openapi.json')) as { paths: Record<string, object> };
const schema = buildSchema(projectText('schema/schema.graphql'));
const declarationOf = (noun: Noun): Declaration => declarations[noun];

/** The REST list path of a noun, if it has one. */
function listPath(noun: Noun): string | undefined {
  const path = `/v1/${declarationOf(noun).called[1].replaceAll(' ', '-')}`;
  return 'get' in (document.paths[path] ?? {}) ? path : undefined;
}

/** A GraphQL query for all rows of a noun with every scalar field; undefined if it has none. */
function listQuery(noun: Noun): string | undefined {
  const [first = '', ...rest] = joined(declarationOf(noun).called[1]);
  const name = first.toLowerCase() + rest.join('');
  const type = schema.getType(declarationOf(noun).name);
  if (!schema.getQueryType()?.getFields()[name] || !isObjectType(type)) return undefined;
  const values = Object.values(type.getFields())
    .filter((each) => each.args.length === 0 && isLeafType(getNamedType(each.type)))
    .map((each) => each.name);
  return `{ ${name}(first: 50) { edges { node { ${values.join(' ')} } } } }`;
}

describe.each(sealedFields)('a value of $noun.$field that cannot be decrypted', (field) => {
  const { noun } = field;
  const [table, column] = columnOf(field);

  it.each(Object.entries(damages))('(%s) is left out; its row and all others are shown', (_, damage) =>
    damaged(field, damage, async (id) => {
      const path = listPath(noun);
      if (path !== undefined) {
        const list = await service.get(path);
        expect(list.status, list.text).toBe(200);
        const rows = list.at('data') as Record<string, unknown>[];
        expect(rows.length).toBeGreaterThan(1);
        const row = rows.find((each) => each['id'] === id);
        expect(row).toMatchObject({ id });
        expect(row?.[snake(field.field)] ?? '').toBe('');
        expect(list.text).not.toContain('María');
        if ('get' in (document.paths[`${path}/{id}`] ?? {})) {
          const one = await service.get(`${path}/${id}`);
          expect([one.status, one.at('id')], one.text).toEqual([200, id]);
        }
      }
      const listing = listQuery(noun);
      if (listing !== undefined) {
        const response = await ask(listing);
        expect(response.errors, response.text).toEqual([]);
        expect(response.text).toContain(id);
        expect(response.text).not.toContain('María');
      }
      expect(await unopenedRows()).toEqual([{ place: `${table}.${column}`, id }]);
    }),
  );
});

it('a value that cannot be decrypted is logged and counted, without its content', async () => {
  const named = lines.filter(({ message }) => message === 'encrypted value cannot be decrypted');
  const columns = named.map(({ table, column }) => `${String(table)}.${String(column)}`);
  // Workers may have found other damaged values, such as the facts of a mail.
  expect(columns).toEqual(
    expect.arrayContaining([
      'customer.display_name',
      'customer.profile',
      'beneficiary.holder',
      'member.email',
      'webhook_endpoint.url',
    ]),
  );
  for (const line of named) {
    expect(line['row_id']).toMatch(/^[a-z]+_[0-9a-z]{26}$/);
    expect(['not a sealed value', 'its key is not configured', 'altered or moved']).toContain(line['reason']);
    expect(JSON.stringify(line)).not.toContain('María');
  }
  const measures = await scrape(service);
  const labels = { table: 'customer', column: 'display_name' };
  expect(measures.value('psp_sealed_values_unopened_total', labels)).toBeGreaterThan(0);
});

const altered = damages['altered'] ?? String;
const statusOf = async (path: string): Promise<unknown> => (await service.get(path)).at('status');

describe('money', () => {
  beforeAll(() => fund(service, 'MXN', '1000.00'));

  it('is not sent to a beneficiary whose details cannot be decrypted; other payouts are sent, and it follows later', async () => {
    const [broken, whole] = [
      await speiBeneficiary(service, '032180000118359719'),
      await speiBeneficiary(service, '002010077777777771'),
    ];
    const paths = await damaged(
      { noun: 'beneficiary', field: 'details' },
      altered,
      async () => {
        const made = [broken, whole, broken].map((id) => post('/v1/payouts', mxnPayout(id)));
        const [first = '', second = '', third = ''] = (await Promise.all(made)).map(
          (id) => `/v1/payouts/${id}`,
        );
        await expect.poll(() => statusOf(second), patience).toBe('completed');
        await advance(service, 61);
        expect(await Promise.all([first, third].map(statusOf))).toEqual(['processing', 'processing']);
        const sent = await queryRows(service.databaseUrl, 'select id from intent where operation_id = $1', [
          first.slice(12),
        ]);
        expect(sent).toEqual([]);
        return [first, third];
      },
      broken,
    );
    await advance(service, 61);
    for (const path of paths) await expect.poll(() => statusOf(path), patience).toBe('completed');
  });

  it('is not sent to a settlement destination until its details can be decrypted', async () => {
    const destination = await speiDestination(service, 7);
    const path = await damaged(
      { noun: 'settlementDestination', field: 'details' },
      altered,
      async () => {
        const made = `/v1/withdrawals/${await post('/v1/withdrawals', { destination_id: destination, amount: '10.00' })}`;
        await advance(service, 61);
        expect(await statusOf(made)).toBe('processing');
        return made;
      },
      destination,
    );
    await advance(service, 61);
    await expect.poll(() => statusOf(path), patience).toBe('completed');
  });
});

describe('webhooks', () => {
  it.each(['url', 'secret'] as const)(
    'an endpoint whose %s cannot be decrypted gets a failed attempt that says so; others get their events',
    async (name) => {
      const [broken, whole] = [
        await post('/v1/webhook-endpoints', { url: `${receiver.url}/broken-${name}` }),
        await post('/v1/webhook-endpoints', { url: `${receiver.url}/whole-${name}` }),
      ];
      await damaged(
        { noun: 'webhookEndpoint', field: name },
        altered,
        async () => {
          const before = receiver.received.length;
          const ping = await service.post(`/v1/webhook-endpoints/${broken}/ping`);
          expect(ping.status, ping.text).toBe(202);
          const failed = await service.until(
            `/v1/webhook-endpoints/${broken}/deliveries`,
            (each) => each.at('data.0.status') === 'failed',
          );
          expect(failed.at('data.0.attempts.0.error') ?? failed.text).toContain('could not decrypt');
          await service.post(`/v1/webhook-endpoints/${whole}/ping`);
          await receiver.until(before + 1);
          const rotated = await service.post(`/v1/webhook-endpoints/${broken}/rotate-secret`);
          expect(
            [rotated.status, rotated.at('previous_secret_expires_at') !== undefined],
            rotated.text,
          ).toEqual([200, name === 'url']);
        },
        broken,
      );
      for (const id of [broken, whole])
        expect((await service.call('DELETE', `/v1/webhook-endpoints/${id}`)).status).toBe(204);
    },
  );
});

it('a hosted session whose answers cannot be decrypted asks for them again', () =>
  damaged(
    { noun: 'hostedSession', field: 'draft' },
    altered,
    async () => {
      const { visitor, path } = hosted;
      await visitor.get(path);
      expect([visitor.status, visitor.title]).toEqual([200, 'How much do you want to send?']);
      await visitor.send(answers.amount);
      expect([visitor.status, visitor.title]).not.toEqual([200, 'How much do you want to send?']);
      expect(visitor.status).toBe(200);
    },
    hosted.id,
  ));

it('a mail whose facts cannot be decrypted waits and shows the reason', () =>
  damaged({ noun: 'mail', field: 'facts' }, altered, async (id) => {
    await advance(service, 3_600);
    const [row] = await queryRows(service.databaseUrl, 'select status, detail from mail where id = $1', [id]);
    expect(row).toEqual({ status: 'queued', detail: 'its facts or address cannot be decrypted' });
  }));
