import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enablePage, openSession } from '../setup/hosted.js';
import { reviewed, visit } from '../setup/hosted-visit.js';
import { answers } from '../setup/page.js';
import { openService, type RunningService } from '../setup/running.js';

let service: RunningService;
let pageId: string;

beforeAll(async () => {
  service = await openService({ PSP_TRUSTED_PROXIES: '127.0.0.0/8,::1' });
  // The scheme is written in capitals, which a page has to bear.
  const page = await enablePage(service, {
    public_start: true,
    support: { url: 'HTTPS://acme.example/help' },
  });
  pageId = page.get('id');
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

let clients = 0;
/** Each request is another client's: none of them comes as often as one may. */
const anotherClient = () => {
  clients += 1;
  return { 'x-forwarded-for': `10.0.${clients >> 8}.${clients & 255}` };
};

type Pairs = readonly (readonly [name: string, value: string])[];

/** A field of a form as its page has it. */
interface Field {
  readonly name: string;
  /** The values that the page offers; undefined where one types. */
  readonly choices: readonly string[] | undefined;
  readonly isOptional: boolean;
}

/** Every field of the form `step`, buttons and what stands elsewhere for it included. */
function fieldsOf(html: string): Field[] {
  const [, form = ''] = /<form id="step"[^>]*>([^]*?)<\/form>/.exec(html) ?? [];
  const buttons = [...html.matchAll(/<button[^>]*form="step"[^>]*>/g)].map(([button]) => button).join('');
  const found = new Map<string, Field>();
  for (const [tag, name = ''] of (form + buttons).matchAll(
    /<(?:input|select|button)\b[^>]*\bname="([^"]+)"[^>]*>/g,
  )) {
    const isText = /type="text"/.test(tag);
    const label = new RegExp(`<label for="f-${name.replaceAll(/[^a-z0-9]+/g, '-')}">([^]*?)</label>`);
    found.set(name, {
      name,
      choices: isText ? undefined : [],
      isOptional: /class="soft"/.test(label.exec(form)?.[1] ?? '') || /<button|type="hidden"/.test(tag),
    });
  }
  return [...found.values()];
}

/** Values that no page sends and nobody means, as they stand in a body. */
const bad: Readonly<Record<string, string>> = {
  'a name that looks right': 'XXX.bank_transfer',
  'a currency that does not exist': 'ZZZ.spei',
  'an override of direction': encodeURIComponent('a\u202eb'),
  'a zero-width space': encodeURIComponent('a\u200bb'),
  'a line break': 'a%0D%0Ab',
  NUL: 'a%00b',
  'a lone surrogate': '%ED%A0%80',
  'bytes that are not UTF-8': '%FF%FE',
  'a broken escape': '%E0%A4%A',
  'a long text': 'x'.repeat(3_000),
  'long digits': '1'.repeat(3_000),
  'a key of the platform': '__proto__',
  'an object': '[object Object]',
  markup: encodeURIComponent('<script>alert(1)</script>'),
};

const encoded = (pairs: Pairs): string =>
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${value}`).join('&');

async function post(path: string, body: string): Promise<number> {
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': 'en',
      ...anotherClient(),
    },
    body,
    redirect: 'manual',
  });
  await response.text();
  return response.status;
}

interface Step {
  readonly path: string;
  readonly html: string;
  readonly valid: Readonly<Record<string, string>>;
}

/** Whether the value is one that a person may mean in that field: a name is a name, however odd. */
function isMeant(field: Field, name: string): boolean {
  const isText = field.choices === undefined;
  const isFree = /\.name$|^label$/.test(field.name);
  return (
    isText &&
    isFree &&
    [
      'a name that looks right',
      'a currency that does not exist',
      'a key of the platform',
      'an object',
      'markup',
    ].includes(name)
  );
}

/** The answers that are none of 4xx. */
async function sweep({ path, html, valid }: Step): Promise<{ fields: string[]; wrong: string[] }> {
  const fields = fieldsOf(html);
  const wrong: string[] = [];
  const others = (name: string): Pairs =>
    Object.entries(valid)
      .filter(([each]) => each !== name)
      .map(([each, value]) => [each, encodeURIComponent(value)] as const);
  const note = (status: number, what: string, isFine = false): void => {
    if (status >= 500 || (!isFine && (status < 400 || status > 499)))
      wrong.push(`${path}: ${what}: ${status}`);
  };
  for (const field of fields) {
    const rest = others(field.name);
    for (const [name, value] of Object.entries(bad)) {
      const status = await post(path, encoded([...rest, [field.name, value]]));
      note(status, `${field.name} is ${name}`, isMeant(field, name));
    }
    const own = encodeURIComponent(valid[field.name] ?? 'x');
    note(await post(path, encoded([...rest, [field.name, own], [field.name, own]])), `${field.name} twice`);
    note(await post(path, encoded(rest)), `${field.name} is missing`, field.isOptional);
  }
  return { fields: fields.map(({ name }) => name), wrong };
}

describe('a form of the hosted page', () => {
  it('answers 4xx to any invalid field of the first step', async () => {
    const { visitor, path } = await visit(service);
    const { fields, wrong } = await sweep({
      path: `${path}/amount`,
      html: visitor.html,
      valid: { ...answers.amount, go: 'next' },
    });
    expect(fields).toEqual(expect.arrayContaining(['origin', 'target', 'amount', 'side', 'go', 'language']));
    expect(wrong).toEqual([]);
  });

  it('answers 4xx to any invalid field of a public start', async () => {
    const html = await (await fetch(`${service.baseUrl}/p/${pageId}`, { headers: anotherClient() })).text();
    expect(html).toContain('https://acme.example/help');
    const { fields, wrong } = await sweep({
      path: `/p/${pageId}/amount`,
      html,
      // Nothing is made: each of them has something wrong.
      valid: { ...answers.amount, go: 'price' },
    });
    expect(fields.length).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
  });

  it('answers 4xx to any invalid field of the sender', async () => {
    const { visitor, path } = await visit(service);
    await visitor.send(answers.amount);
    const { fields, wrong } = await sweep({
      path: `${path}/sender`,
      html: visitor.html,
      valid: { ...answers.sender, go: 'next' },
    });
    expect(fields).toEqual(expect.arrayContaining(Object.keys(answers.sender)));
    expect(wrong).toEqual([]);
  });

  it('answers 4xx to any invalid field of the beneficiary', async () => {
    const { visitor, path } = await visit(service);
    await visitor.send(answers.amount);
    await visitor.send(answers.sender);
    const { fields, wrong } = await sweep({
      path: `${path}/beneficiary`,
      html: visitor.html,
      valid: { ...answers.beneficiary, label: '', go: 'next' },
    });
    expect(fields).toEqual(expect.arrayContaining([...Object.keys(answers.beneficiary), 'label']));
    expect(wrong).toEqual([]);
  });

  it('answers 4xx to any invalid field of the review', async () => {
    const { visitor, path } = await reviewed(service);
    const { fields, wrong } = await sweep({
      path: `${path}/review`,
      html: visitor.html,
      valid: { quote: 'quo_01k9zq3v5e8x7m2n4p6r8t0w1y.1', go: 'confirm' },
    });
    expect(fields).toEqual(expect.arrayContaining(['quote', 'go', 'language']));
    expect(wrong).toEqual([]);
  });

  it('answers 4xx to an unknown language, and to going back to a page that does not exist', async () => {
    const path = (await openSession(service)).get('path');
    for (const [name, value] of Object.entries(bad))
      for (const field of ['language', 'back'])
        expect(await post(`${path}/language`, `${field}=${value}`), `${field} is ${name}`).toBe(400);
    expect(await post(`${path}/language`, 'language=es&language=es')).toBe(400);
    expect(await post(`${path}/language`, 'language=es&back=amount')).toBe(303);
  });

  it('answers 413 to a form above the limit', async () => {
    const { path } = await visit(service);
    expect(await post(`${path}/amount`, `amount=${'1'.repeat(17_000)}`)).toBe(413);
  });

  it('tests each field of each route, also of routes with other fields', async () => {
    const ways = await (await fetch(`${service.baseUrl}/p/${pageId}`, { headers: anotherClient() })).text();
    const [, origins = '', targets = ''] =
      /name="origin"[^>]*>([^]*?)<\/select>[^]*?name="target"[^>]*>([^]*?)<\/select>/.exec(ways) ?? [];
    const valuesIn = (list: string): string[] =>
      [...list.matchAll(/value="([^"]+)"/g)].map(([, value = '']) => value);
    const seen = new Set<string>();
    const wrong: string[] = [];
    for (const origin of valuesIn(origins).slice(0, 4))
      for (const target of valuesIn(targets)) {
        const { visitor, path } = await visit(service);
        await visitor.send({ ...answers.amount, origin, target });
        for (const type of ['individual', 'business']) {
          await visitor.get(`${path}/sender`);
          await visitor.send({ 'sender.type': type });
          const fresh = fieldsOf(visitor.html).filter(({ name }) => !seen.has(name));
          for (const { name } of fresh) {
            seen.add(name);
            for (const [what, value] of Object.entries(bad)) {
              const body = encoded([
                ['sender.type', type],
                ...(name === 'sender.type' ? [] : [[name, value] as const]),
              ]);
              const status = await post(`${path}/sender`, body);
              if (status >= 500) wrong.push(`${name} is ${what}: ${status}`);
            }
          }
        }
      }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(6);
  });
});

describe('the price preview', () => {
  const ask = async (query: string): Promise<number> => {
    const response = await fetch(`${service.baseUrl}/p/${pageId}/price?${query}`, {
      headers: anotherClient(),
    });
    await response.text();
    return response.status;
  };
  const valid = { ...answers.amount };

  it.each(['origin', 'target', 'side'] as const)('answers 4xx to an invalid %s', async (name) => {
    const rest: Pairs = Object.entries(valid).filter(([each]) => each !== name);
    for (const [what, value] of Object.entries(bad)) {
      const status = await ask(encoded([...rest, [name, value]]));
      expect({ what, status }).toEqual({ what, status: 400 });
    }
    expect(await ask(encoded([...rest, [name, valid[name]], [name, valid[name]]]))).toBe(400);
    expect(await ask(encoded(rest))).toBe(200);
  });

  it('explains why an amount has no price, for any input', async () => {
    for (const [what, value] of Object.entries(bad)) {
      const status = await ask(
        encoded([...Object.entries({ ...valid, amount: '' }).slice(0, 2), ['amount', value]]),
      );
      expect(status, what).toBeLessThan(500);
    }
  });
});
