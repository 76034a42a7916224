import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sign } from '../src/adapters/crypto/vault.js';
import { systemDns } from '../src/adapters/dns/resolver.js';
import { httpSender } from '../src/adapters/http/sender.js';
import { overview } from '../src/api/rest/overview.js';
import { deliveryHeaders } from '../src/domain/delivery-header.js';
import { signatureHeader } from '../src/domain/signature.js';
import { projectText } from './setup/source.js';

interface Language {
  readonly name: string;
  readonly runtime: string;
  /** The file of the whole program, and how it is run. */
  readonly file: string;
  readonly run: (file: string) => string[];
  /** Makes of the page's code a program that answers each line of `secret, header, body in base64` with 1 or 0. */
  readonly program: (code: string) => string;
}

const page = projectText('docs/webhooks.md');
const languages: Language[] = [
  {
    name: 'Node',
    runtime: process.execPath,
    file: 'verify-lines.mjs',
    run: (file) => [file],
    program: (code) => `${code}
import { readFileSync } from 'node:fs';
for (const line of readFileSync(0, 'utf8').trimEnd().split('\\n')) {
  const [secret, header, body] = line.split('\\t');
  console.log(isGenuine(Buffer.from(body, 'base64'), header, secret) ? 1 : 0);
}`,
  },
  {
    name: 'Python',
    runtime: 'python3',
    file: 'verify.py',
    run: (file) => [file],
    program: (code) => `${code}
import base64, sys
for line in sys.stdin:
    secret, header, body = line.rstrip("\\n").split("\\t")
    print(1 if is_genuine(base64.b64decode(body), header, secret) else 0)
`,
  },
  {
    name: 'Go',
    runtime: 'go',
    file: 'main.go',
    run: (file) => ['run', file],
    program: (code) => `${code.replace('import (', 'import (\n"bufio"\n"encoding/base64"\n"fmt"\n"os"\n')}
func main() {
  lines := bufio.NewScanner(os.Stdin)
  for lines.Scan() {
    parts := strings.Split(lines.Text(), "\\t")
    body, _ := base64.StdEncoding.DecodeString(parts[2])
    if IsGenuine(body, parts[1], parts[0]) { fmt.Println(1) } else { fmt.Println(0) }
  }
}`,
  },
  {
    name: 'Ruby',
    runtime: 'ruby',
    file: 'verify.rb',
    run: (file) => [file],
    program: (code) => `${code}
STDIN.each_line do |line|
  secret, header, body = line.chomp.split("\\t", -1)
  puts(genuine?(body.unpack1("m"), header, secret) ? 1 : 0)
end`,
  },
  {
    name: 'PHP',
    runtime: 'php',
    file: 'verify.php',
    run: (file) => [file],
    program: (code) => `${code}
while (($line = fgets(STDIN)) !== false) {
    [$secret, $header, $body] = explode("\\t", rtrim($line, "\\n"));
    echo is_genuine(base64_decode($body), $header, $secret) ? 1 : 0, "\\n";
}`,
  },
  {
    name: 'Java',
    runtime: 'java',
    file: 'Verify.java',
    run: (file) => [file],
    program: (code) =>
      code.replace(
        'final class Webhook',
        `class Verify {
  public static void main(String[] none) throws Exception {
    for (String line : new String(System.in.readAllBytes(), UTF_8).split("\\n")) {
      String[] parts = line.split("\\t", -1);
      byte[] body = java.util.Base64.getDecoder().decode(parts[2]);
      System.out.println(Webhook.isGenuine(body, parts[1], parts[0]) ? 1 : 0);
    }
  }
}
final class Webhook`,
      ),
  },
];

const secret = `whsec_${'aB3-_'.repeat(8)}xyz`;
const older = `whsec_${'zY9-_'.repeat(8)}abc`;
const body = '{"id":"evt_1", "note":"Ñandú 漢字 \u{1f600}","amount":"10.00"}';

/** Signatures as our own code makes them, and what becomes of them; true where they must be taken. */
function cases(): [line: string, isGenuine: boolean][] {
  const now = Date.now();
  const header = (secrets: string[], seconds = 0) =>
    signatureHeader(sign, secrets, { at: new Date(now + seconds * 1000), body });
  const good = header([secret]);
  const [t = '', v1 = ''] = good.split(',');
  const asked: [secret: string, header: string, body: string, isGenuine: boolean][] = [
    [secret, good, body, true],
    [secret, header([secret, older]), body, true],
    [older, header([secret, older]), body, true],
    [secret, `v0=00,${t},v2=zz,${v1}`, body, true],
    [secret, header([secret], -240), body, true],
    [secret, header([secret], 240), body, true],
    [secret, header([secret], -330), body, false],
    [secret, header([secret], 330), body, false],
    [secret, good, `${body} `, false],
    [secret, good, body.replace('10.00', '99.00'), false],
    [secret, good, JSON.stringify(JSON.parse(body)), false],
    [older, good, body, false],
    [secret.slice('whsec_'.length), good, body, false],
    [secret, `${t},v1=${'0'.repeat(64)}`, body, false],
    [secret, good.slice(0, -1), body, false],
    [secret, good.replace('v1=', 'v0='), body, false],
    ...[
      '',
      ',',
      '=',
      't',
      'v1',
      't=,v1=',
      't=x,v1=y',
      t,
      v1,
      `t=${'9'.repeat(5000)},${v1}`,
      `t=-1,${v1}`,
    ].map((bad): [string, string, string, boolean] => [secret, bad, body, false]),
  ];
  return asked.map(([key, each, text, isGenuine]) => [
    [key, each, Buffer.from(text).toString('base64')].join('\t'),
    isGenuine,
  ]);
}

/** The code under a heading of the page, or of another text. */
function codeOf(heading: string, text = page): string {
  const [, code] = new RegExp(`^##+ ${heading}\\n[^]*?\`\`\`\\w+\\n([^]*?)\`\`\``, 'm').exec(text) ?? [];
  if (code === undefined) throw new Error(`there is no code under ${heading}`);
  return code;
}

const isThere = (runtime: string): boolean =>
  ['--version', 'version'].some((ask) => spawnSync(runtime, [ask]).status === 0);
const known = languages.map((language) => ({ language, isRun: isThere(language.runtime) }));

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'psp-verify-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it('the page shows the signature in every language, and Node at least is run', () => {
  const shown = [...page.matchAll(/^### (\w+)\n\n```/gm)].map(([, name]) => name);
  expect(shown).toEqual(languages.map(({ name }) => name));
  const run = known.filter(({ isRun }) => isRun).map(({ language }) => language.name);
  console.log(
    `signatures are verified by the page's code in ${run.join(', ')}; of others there is no runtime here`,
  );
  expect(run).toContain('Node');
});

it('the API description has the Node of the page, and every header of a delivery', () => {
  expect(codeOf('Webhooks', overview)).toBe(codeOf('Node'));
  const facts = { environment: '', signature: '', eventId: '', deliveryId: '', attempt: 1, digest: '' };
  const names = Object.keys(deliveryHeaders(facts));
  expect(names.filter((name) => !overview.includes(`| \`${name}\` |`))).toEqual([]);
});

const shown = known
  .filter(({ isRun }) => isRun)
  .map(({ language }) => ({ name: language.name, language, code: codeOf(language.name) }));
const described = languages
  .slice(0, 1)
  .map((language) => ({ name: 'Node of the API description', language, code: codeOf('Webhooks', overview) }));

it.each([...described, ...shown])(
  'the $name takes what is genuine and nothing else',
  async ({ language, code }) => {
    const file = join(dir, language.file);
    await writeFile(file, language.program(code));
    const asked = cases();
    const input = asked.map(([line]) => line).join('\n');
    const { stdout, stderr } = spawnSync(language.runtime, language.run(file), { input, encoding: 'utf8' });
    const given = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.trim() === '1');
    expect(
      given.map((each, index) => [asked[index]?.[0], each]),
      stderr,
    ).toEqual(asked);
  },
);

it('the whole receiver of the page takes each event once, and nothing that is not ours', async () => {
  await writeFile(join(dir, 'verify.mjs'), codeOf('Node'));
  // Any free port in the place of the one on the page.
  const code = codeOf('A whole receiver').replace(
    "listen(3001, '127.0.0.1')",
    "listen(0, '127.0.0.1', function () { console.log(`port ${this.address().port}`); })",
  );
  await writeFile(join(dir, 'receiver.mjs'), code);
  const child = spawn(process.execPath, [join(dir, 'receiver.mjs')], { env: { WEBHOOK_SECRET: secret } });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  while (!said.includes('\n')) await once(child.stdout, 'data');
  const sender = httpSender({ dns: systemDns(), allowInsecure: true });
  const url = `http://127.0.0.1:${/\d+/.exec(said)?.[0]}/`;
  const text = '{"id":"evt_1","type":"payout.completed"}';
  const post = async (key: string) => {
    const signature = signatureHeader(sign, [key], { at: new Date(), body: text });
    const headers = { 'Psp-Signature': signature, 'Psp-Event-Id': 'evt_1' };
    return (await sender.post({ url, headers, body: text })).httpStatus;
  };
  expect([await post(secret), await post(secret), await post(older)]).toEqual([204, 204, 400]);
  await sender.stop();
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(said.split('\n').slice(1)).toEqual(['to do: payout.completed evt_1', '']);
});
