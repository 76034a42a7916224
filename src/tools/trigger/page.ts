import { textOf, type Sandbox } from './sandbox.js';
import { idOf } from './step.js';

const sender = { 'sender.type': 'individual', 'sender.name': 'Rosa Campos', 'sender.country': 'PE' };
const steps = [
  ['amount', { origin: 'PEN.bank_transfer', target: 'VES.mobile_payment', amount: '100', side: 'source' }],
  ['sender', sender],
  [
    'beneficiary',
    {
      'details.phone': '04141234567',
      'details.bank_code': '0102',
      'details.document.type': 'V',
      'details.document.number': '12345678',
      'details.name': 'Luis Campos',
    },
  ],
  ['review', { go: 'confirm' }],
] as const;

/** Creates a session on the hosted page; returns its id and path. */
export async function openSession(sandbox: Sandbox): Promise<{ readonly id: string; readonly path: string }> {
  const made = await sandbox.post('/v1/hosted-sessions');
  return { id: idOf(made), path: textOf(made, 'path') };
}

/** Goes through the page like a customer who has paid. */
export async function reportPayment(sandbox: Sandbox): Promise<string> {
  const { id, path } = await openSession(sandbox);
  let html = await sandbox.page(path);
  for (const [name, values] of steps)
    html = await sandbox.page(`${path}/${name}`, { ...hidden(html), ...values });
  await sandbox.until(`/v1/hosted-sessions/${id}`, 'the payment instructions', (resource) => {
    return resource['status'] === 'submitted';
  });
  await sandbox.page(`${path}/paid`, hidden(html));
  return id;
}

function hidden(html: string): Record<string, string> {
  const found = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]));
}
