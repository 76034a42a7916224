import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sign } from '../src/adapters/crypto/vault.js';
import { systemDns } from '../src/adapters/dns/resolver.js';
import { httpSender } from '../src/adapters/http/sender.js';
import { overview } from '../src/api/rest/overview.js';
import { webhookCode } from '../src/api/webhook-code.js';
import { deliveryHeaders } from '../src/domain/delivery-header.js';
import { signatureHeader, signatureHeaders } from '../src/domain/signature.js';
import { projectText } from './setup/source.js';
import { forLibrary, pypi, signer, standardOf } from './setup/standard-webhook.js';

interface Language {
  readonly name: string;
  readonly runtime: string;
  /** The file of the whole program, and how it is run. */
  readonly file: string;
  readonly run: (file: string) => string[];
  /** Makes of the page's code a program that answers each line of `secret, header, body in base64` with 1 or 0. */
  readonly program: (code: string) => string;
  /** The same with the library of Standard Webhooks: lines of `secret, id, timestamp, signature, body in base64`. */
  readonly standard: (code: string) => string;
  /** Ends well where the library is at hand. */
  readonly probe: readonly string[];
}

const page = projectText('docs/webhooks.md');
const standardChapter = 'Verify with Standard Webhooks';
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
    probe: [process.execPath, '-e', ''],
    standard: (code) => `${code}
import { readFileSync } from 'node:fs';
for (const line of readFileSync(0, 'utf8').trimEnd().split('\\n')) {
  const [secret, id, time, signature, body] = line.split('\\t');
  const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature };
  let answer = 1;
  try { eventOf(Buffer.from(body, 'base64'), headers, secret); } catch { answer = 0; }
  console.log(answer);
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
    probe: ['python3', '-c', 'import standardwebhooks'],
    standard: (code) => `${code}
import base64, sys
for line in sys.stdin:
    secret, id_, time, signature, body = line.rstrip("\\n").split("\\t")
    headers = {"webhook-id": id_, "webhook-timestamp": time, "webhook-signature": signature}
    try:
        event_of(base64.b64decode(body), headers, secret)
        print(1)
    except Exception:
        print(0)
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
    probe: ['go', 'list', 'github.com/standard-webhooks/standard-webhooks/libraries/go'],
    standard: (
      code,
    ) => `${code.replace('import (', 'import (\n"bufio"\n"encoding/base64"\n"fmt"\n"os"\n"strings"\n')}
func main() {
  lines := bufio.NewScanner(os.Stdin)
  for lines.Scan() {
    parts := strings.Split(lines.Text(), "\\t")
    headers := http.Header{}
    headers.Set("webhook-id", parts[1])
    headers.Set("webhook-timestamp", parts[2])
    headers.Set("webhook-signature", parts[3])
    body, _ := base64.StdEncoding.DecodeString(parts[4])
    if Verify(body, headers, parts[0]) == nil { fmt.Println(1) } else { fmt.Println(0) }
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
    probe: ['ruby', '-e', 'require "standardwebhooks"'],
    standard: (code) => `${code}
STDIN.each_line do |line|
  secret, id, time, signature, body = line.chomp.split("\\t", -1)
  headers = { "webhook-id" => id, "webhook-timestamp" => time, "webhook-signature" => signature }
  begin
    event_of(body.unpack1("m").force_encoding("UTF-8"), headers, secret)
    puts 1
  rescue StandardError
    puts 0
  end
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
    probe: ['php', '-r', "require 'vendor/autoload.php';"],
    standard: (code) => `${code}
ini_set('display_errors', 'stderr');
while (($line = fgets(STDIN)) !== false) {
    [$secret, $id, $time, $signature, $body] = explode("\\t", rtrim($line, "\\n"));
    $headers = ['webhook-id' => $id, 'webhook-timestamp' => $time, 'webhook-signature' => $signature];
    try {
        event_of(base64_decode($body), $headers, $secret);
        echo "1\\n";
    } catch (Throwable) {
        echo "0\\n";
    }
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
    probe: ['javap', 'com.standardwebhooks.Webhook'],
    standard: (code) =>
      code.replace(
        'final class Receiver',
        `class Verify {
  public static void main(String[] none) throws Exception {
    for (String line : new String(System.in.readAllBytes(), "UTF-8").split("\\n")) {
      String[] parts = line.split("\\t", -1);
      String body = new String(java.util.Base64.getDecoder().decode(parts[4]), "UTF-8");
      Map<String, List<String>> headers = Map.of("webhook-id", List.of(parts[1]),
          "webhook-timestamp", List.of(parts[2]), "webhook-signature", List.of(parts[3]));
      int answer = 1;
      try { Receiver.verify(body, headers, parts[0]); } catch (Exception none_) { answer = 0; }
      System.out.println(answer);
    }
  }
}
final class Receiver`,
      ),
  },
];

const secret = `whsec_${'aB3-_'.repeat(8)}xyz`;
const older = `whsec_${'zY9-_'.repeat(8)}abc`;
const newSecret = `whsec_${'aB3/+'.repeat(8)}xyz9`;
const body = '{"id":"evt_1", "note":"Ñandú 漢字 \u{1f600}","amount":"10.00"}';

/** Signatures as our own code makes them, and what becomes of them; true where they must be taken. */
function cases(): [line: string, isGenuine: boolean][] {
  const now = Date.now();
  const header = (secrets: string[], seconds = 0) =>
    signatureHeader(sign, secrets, { at: new Date(now + seconds * 1000), body });
  const good = header([secret]);
  const [t = '', v1 = ''] = good.split(',');
  const cases: [secret: string, header: string, body: string, isGenuine: boolean][] = [
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
  return cases.map(([key, each, text, isGenuine]) => [
    [key, each, Buffer.from(text).toString('base64')].join('\t'),
    isGenuine,
  ]);
}

/** Deliveries as our own code signs them by Standard Webhooks, and what becomes of them. */
function standardCases(): [line: string, isGenuine: boolean][] {
  const [newest, previous] = [newSecret, older].map(forLibrary) as [string, string];
  const headersOf = (secrets: string[], seconds = 0) => {
    const at = new Date(Date.now() + seconds * 1000);
    return standardOf(signatureHeaders(signer, secrets, { eventId: 'evt_1', at, body }));
  };
  const good = headersOf([newSecret]);
  const changed = (name: string, value: string) => ({ ...good, [name]: value });
  const cases: [secret: string, headers: Record<string, string>, body: string, isGenuine: boolean][] = [
    [newest, good, body, true],
    [newest, headersOf([newSecret, older]), body, true],
    [previous, headersOf([newSecret, older]), body, true],
    [newest, headersOf([newSecret], -240), body, true],
    [newest, headersOf([newSecret], 240), body, true],
    [newest, headersOf([newSecret], -330), body, false],
    [newest, headersOf([newSecret], 330), body, false],
    [newest, good, `${body} `, false],
    [newest, good, body.replace('10.00', '99.00'), false],
    [newest, good, JSON.stringify(JSON.parse(body)), false],
    [previous, good, body, false],
    [newest, changed('webhook-id', 'evt_2'), body, false],
    [newest, changed('webhook-timestamp', String(Math.floor(Date.now() / 1000) - 7)), body, false],
    [newest, changed('webhook-timestamp', 'now'), body, false],
    [newest, changed('webhook-signature', 'v1,AAAA'), body, false],
    [newest, changed('webhook-signature', ''), body, false],
  ];
  return cases.map(([key, headers, text, isGenuine]) => [
    [key, ...Object.values(headers), Buffer.from(text).toString('base64')].join('\t'),
    isGenuine,
  ]);
}

/** The code under a heading of a chapter of the page, or of another text. */
function codeOf(chapter: string, heading: string, text = page): string {
  const [, rest = ''] = text.split(`\n## ${chapter}\n`);
  const [own = ''] = rest.split(/^## /m);
  const from = heading === '' ? 0 : own.indexOf(`\n### ${heading}\n`);
  const [, code] = /```\w+\n([^]*?)```/.exec(from < 0 ? '' : own.slice(from)) ?? [];
  if (code === undefined) throw new Error(`there is no code under ${chapter}, ${heading}`);
  return code;
}

const isThere = (runtime: string): boolean =>
  ['--version', 'version'].some((ask) => spawnSync(runtime, [ask]).status === 0);
const env = { ...process.env, PYTHONPATH: pypi, PYTHONDONTWRITEBYTECODE: '1' };
const hasLibrary = ({ probe: [command = '', ...args] }: Language): boolean =>
  spawnSync(command, args, { env }).status === 0;
const known = languages.map((language) => {
  const isRun = isThere(language.runtime);
  return { language, isRun, isRunByLibrary: isRun && hasLibrary(language) };
});

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'psp-verify-'));
  await symlink(join(import.meta.dirname, '../node_modules'), join(dir, 'node_modules'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it('the page shows both signatures in every language, and runs those of Node and Python', () => {
  const sections = [...page.matchAll(/^### (\w+)\n\n(?:`[^`]+`\n\n)?```/gm)].map(([, name]) => name);
  expect(sections).toEqual([
    ...webhookCode.map(({ language }) => language),
    ...languages.map(({ name }) => name),
  ]);
  const namesOf = (runs: typeof known) => runs.map(({ language }) => language.name);
  const [run, byLibrary] = [known.filter(({ isRun }) => isRun), known.filter((each) => each.isRunByLibrary)];
  console.log(
    `Psp-Signature is verified by the page's code in ${namesOf(run).join(', ')}, Standard Webhooks in ${namesOf(byLibrary).join(', ')}; of others there is no runtime or no library here`,
  );
  expect(namesOf(byLibrary)).toEqual(expect.arrayContaining(['Node', 'Python']));
});

it('the page and the guide of the service have the same Standard Webhooks code', () => {
  expect(webhookCode.map(({ language }) => language).sort()).toEqual(
    languages.map(({ name }) => name).sort(),
  );
  for (const { language, install, code } of webhookCode) {
    expect(codeOf(standardChapter, language)).toBe(`${code}\n`);
    expect(page).toContain(`\n### ${language}\n\n\`${install}\`\n`);
  }
});

it('the API description has the Node code of the page, and every header of a delivery', () => {
  expect(codeOf('Webhooks', '', overview)).toBe(codeOf(standardChapter, 'Node'));
  expect(overview).toContain(codeOf('Psp-Signature', 'Node'));
  const at = new Date();
  const signatures = signatureHeaders(signer, [secret], { eventId: '', at, body });
  const facts = { environment: '', signatures, eventId: '', deliveryId: '', attempt: 1, digest: '' };
  const names = Object.keys(deliveryHeaders(facts));
  for (const text of [overview, page])
    expect(names.filter((name) => !text.includes(`| \`${name}\` `))).toEqual([]);
});

const programs = [
  ...known
    .filter((each) => each.isRunByLibrary)
    .map(({ language }) => ({
      name: `${language.name} of Standard Webhooks`,
      language,
      program: language.standard(codeOf(standardChapter, language.name)),
      cases: standardCases,
    })),
  ...known
    .filter(({ isRun }) => isRun)
    .map(({ language }) => ({
      name: `${language.name} of Psp-Signature`,
      language,
      program: language.program(codeOf('Psp-Signature', language.name)),
      cases,
    })),
];

it.each(programs)('the $name accepts only genuine deliveries', async (each) => {
  const file = join(dir, each.language.file);
  await writeFile(file, each.program);
  const cases = each.cases();
  const input = cases.map(([line]) => line).join('\n');
  const run = { input, encoding: 'utf8', env, cwd: dir } as const;
  const { stdout, stderr } = spawnSync(each.language.runtime, each.language.run(file), run);
  const verdicts = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.trim() === '1');
  expect(
    verdicts.map((answer, index) => [cases[index]?.[0], answer]),
    stderr,
  ).toEqual(cases);
});

it('the whole receiver of the page processes each event once, and only genuine ones', async () => {
  await writeFile(join(dir, 'verify.mjs'), codeOf(standardChapter, 'Node'));
  // Any free port in the place of the one on the page.
  const code = codeOf('A whole receiver', '').replace(
    "listen(3001, '127.0.0.1')",
    "listen(0, '127.0.0.1', function () { console.log(`port ${this.address().port}`); })",
  );
  await writeFile(join(dir, 'receiver.mjs'), code);
  const child = spawn(process.execPath, [join(dir, 'receiver.mjs')], { env: { WEBHOOK_SECRET: newSecret } });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  while (!said.includes('\n')) await once(child.stdout, 'data');
  const sender = httpSender({ dns: systemDns(), allowInsecure: true });
  const url = `http://127.0.0.1:${/\d+/.exec(said)?.[0]}/`;
  const text = '{"id":"evt_1","type":"payout.completed"}';
  const post = async (key: string) => {
    const headers = signatureHeaders(signer, [key], { eventId: 'evt_1', at: new Date(), body: text });
    return (await sender.post({ url, headers, body: text })).httpStatus;
  };
  expect([await post(newSecret), await post(newSecret), await post(older)]).toEqual([204, 204, 400]);
  await sender.stop();
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(said.split('\n').slice(1)).toEqual(['to do: payout.completed evt_1', '']);
});
