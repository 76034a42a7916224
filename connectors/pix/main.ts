import { once } from 'node:events';
import { report, runConnector, type RunningBank } from '../protocol/program.ts';
import { readSettings } from '../protocol/settings.ts';
import type { Journal } from '../protocol/journal.ts';
import { PixApi } from './api.ts';
import { PixBank } from './bank.ts';
import { Poller } from './poll.ts';
import { PixRecord, tables } from './record.ts';
import { pixSettings } from './settings.ts';
import { Transport } from './transport.ts';
import { startWebhook } from './webhook.ts';

const [path] = process.argv.slice(2);
if (path === undefined) {
  process.stderr.write('Usage: npm run connector:pix -- <settings file>\n');
  process.exit(2);
}
const { settings, pathOf, pem } = readSettings(path, pixSettings);
const { pix, environment } = settings;

async function start(journal: Journal): Promise<RunningBank> {
  const { cert, key, ca } = pix.tls;
  const transport = new Transport(pix, {
    cert: pem(cert),
    key: pem(key),
    ...(ca !== undefined && { ca: pem(ca) }),
  });
  const api = new PixApi(transport);
  const record = new PixRecord(journal, pix.time_zone);
  const poller = new Poller({ settings: pix, api, record, report });
  const listen = pix.webhook?.listen;
  const webhook =
    listen &&
    (await startWebhook({
      ...listen,
      tls: { cert: pem(listen.tls.cert), key: pem(listen.tls.key), clients: pem(listen.tls.clients) },
      record,
      wake: () => poller.wake(),
      report,
    }));
  poller.start();
  const bank = new PixBank({ environment, settings: pix, api, record, poller, report });
  return Object.assign(bank, {
    async stop() {
      if (webhook) {
        const closed = once(webhook, 'close');
        webhook.close();
        webhook.closeAllConnections();
        await closed;
      }
      await transport.close();
      await poller.stop();
    },
  });
}

await runConnector({ name: 'pix', settings, pathOf, pem, tables, start });
