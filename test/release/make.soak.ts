import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutationRoles } from '../../src/api/graphql/role.js';
import { eventTypes } from '../../src/domain/event.js';
import { operatorRoles, type OperatorRole } from '../../src/domain/operator.js';
import { readCredentials } from '../../src/main/credentials.js';
import { migrationsDir } from '../../src/main/wire.js';
import { trigger } from '../../src/tools/trigger/run.js';
import packageJson from '../../package.json' with { type: 'json' };
import { actsOf } from '../setup/acts.js';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { advance } from '../setup/hand.js';
import { enablePage } from '../setup/hosted.js';
import { openImageHost, png } from '../setup/image.js';
import { mailSettings, openMailbox, personOf } from '../setup/sign-in.js';
import { openService, type RunningService } from '../setup/running.js';
import { fund, speiBeneficiary } from '../setup/verbs.js';
import { answersOf } from './answer.js';
import { dumpRows, writeDump } from './dump.js';

/** `npm run release:dump` records what this version leaves in a database: every event, every act, sealed days. */
test('the database of this release is recorded', async () => {
  const mailbox = openMailbox();
  const host = await openImageHost();
  host.files.set('/logo.png', png);
  const settings = { ...mailSettings, WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' };
  const service = await openService(settings, mailbox);
  try {
    await triggerAll(service);
    await actAll(service);
    await advance(service, 3 * 86_400);
    await service.until('/v1/ledger-seals', (seals) => (seals.at('data') as unknown[]).length > 0);
    await enablePage(service, {
      branding_mode: 'co_branded',
      brand_name: 'Andina',
      logo_url: `${host.url}/logo.png`,
    });
    await expect.poll(() => host.requests).toContain('/logo.png');
    await personOf(service, mailbox, 'owner@example.com');
    await service.check();
    const { PSP_ENCRYPTION_KEYS, PSP_HASH_KEY, PSP_SEAL_KEY } = service.env as Record<string, string>;
    writeDump({
      release: packageJson.version,
      env: { PSP_ENCRYPTION_KEYS, PSP_HASH_KEY, PSP_SEAL_KEY } as Record<string, string>,
      apiKey: service.apiKey,
      migrations: migrationFiles(),
      answers: await answersOf(service),
      ...(await dumpRows(service.databaseUrl)),
    });
  } finally {
    await service.stop();
    await host.close();
  }
});

async function triggerAll(service: RunningService): Promise<void> {
  const { graphql_url: graphqlUrl = '', operator_token: operatorToken = '' } = readCredentials(
    service.dataDir,
  );
  const called = { baseUrl: service.baseUrl, apiKey: service.apiKey, graphqlUrl, operatorToken };
  for (const type of eventTypes) await trigger(called, type, () => undefined);
}

async function actAll(service: RunningService): Promise<void> {
  const asks = new Map<OperatorRole, Ask>();
  for (const role of operatorRoles) asks.set(role, (await operatorOf(service, role)).ask);
  const as = (role: OperatorRole): Ask => asks.get(role) as Ask;
  await fund(service, 'MXN', '10000.00');
  const beneficiaryId = await speiBeneficiary(service);
  const payinId = (await service.get('/v1/payins')).get('data.0.id');
  const { acts } = actsOf({ service, as, beneficiaryId, payinId });
  for (const [name, role] of Object.entries(mutationRoles)) {
    const act = acts[name];
    if (act === undefined) throw new Error(`test/setup/acts.ts has no ${name}`);
    const document = `mutation (${act.declared}) { ${name}(${act.arguments}, reason: "case 4711") { ${act.selection} } }`;
    const done = await as(role)(document, { ...(await act.make()) });
    expect(done.errors, `${name}: ${done.text}`).toEqual([]);
  }
}

function migrationFiles(): Record<string, string> {
  const names = readdirSync(migrationsDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.sql'),
  );
  return Object.fromEntries(
    names.toSorted().map((name) => [name, readFileSync(join(migrationsDir, name), 'utf8')]),
  );
}
