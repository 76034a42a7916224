import { PixApi } from '../../connectors/pix/api.ts';
import { PixBank } from '../../connectors/pix/bank.ts';
import { Poller } from '../../connectors/pix/poll.ts';
import { PixRecord, tables } from '../../connectors/pix/record.ts';
import { pixSettings, type PixSettings } from '../../connectors/pix/settings.ts';
import { Transport } from '../../connectors/pix/transport.ts';
import { Journal } from '../../connectors/protocol/journal.ts';
import type { Order } from '../../connectors/protocol/message.ts';
import { local, receiverKey, trusted } from '../setup/certificate.js';
import { ourKeys, theirKeys } from '../setup/connector.js';
import { credentials, Institution } from './institution.js';
import { pixKey } from './pix-rules.js';

export interface PixParts {
  readonly institution: Institution;
  readonly journal: Journal;
  readonly record: PixRecord;
  readonly reports: string[];
  /** The connector after another start with the same journal. */
  start(over?: Partial<PixSettings>): PixProcess;
  close(): Promise<void>;
}

export interface PixProcess {
  readonly transport: Transport;
  readonly bank: PixBank;
  readonly poller: Poller;
}

/** The connector's parts in this process, and an institution. */
export async function openPixParts(): Promise<PixParts> {
  const institution = new Institution();
  const origin = await institution.start();
  const journal = new Journal(':memory:', tables);
  const record = new PixRecord(journal, 'America/Sao_Paulo');
  const reports: string[] = [];
  const transports: Transport[] = [];
  const pollers: Poller[] = [];
  const report = (error: unknown): void => void reports.push(String(error));
  return {
    institution,
    journal,
    record,
    reports,
    start(over = {}) {
      const { pix: settings } = pixSettings.parse({
        environment: 'sandbox',
        journal: '-',
        listen: { port: 0 },
        sending_keys: theirKeys,
        receiving_keys: ourKeys,
        pix: {
          url: `${origin}/api/v2`,
          token_url: `${origin}/oauth/token`,
          client_id: credentials.id,
          client_secret: credentials.secret,
          tls: { cert: '-', key: '-' },
          key: pixKey,
          receiver: { name: 'Loja', city: 'Recife' },
          since: new Date(Date.now() - 3_600_000).toISOString(),
          poll_seconds: 1,
          returns_seconds: 1,
          requests_per_second: 200,
          ...over,
        },
      });
      const transport = new Transport(settings, { cert: trusted, key: receiverKey, ca: local });
      const api = new PixApi(transport);
      const poller = new Poller({ settings, api, record, report });
      transports.push(transport);
      pollers.push(poller);
      const bank = new PixBank({ environment: 'sandbox', settings, api, record, poller, report });
      return { transport, bank, poller };
    },
    async close() {
      for (const each of transports) await each.close();
      for (const each of pollers) await each.stop();
      await institution.close();
      journal.close();
    },
  };
}

export const refundOrder = (payment: string, amount: string, inMs = 10_000): Order => ({
  kind: 'refund',
  method: 'pix',
  currency: 'BRL',
  amount,
  details: { payment_reference: payment },
  send_by: new Date(Date.now() + inMs).toISOString(),
  account_id: 'acct_1',
});
