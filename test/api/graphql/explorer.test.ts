import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type Console } from '../../setup/console.js';
import { withoutErrors } from '../../setup/graphql.js';

let console: Console;
let page: Response;
let text: string;

const open = (url: string) => fetch(`${url}/graphql`, { headers: { accept: 'text/html,*/*;q=0.8' } });

beforeAll(async () => {
  console = await openConsole();
  page = await open(console.url);
  text = await page.text();
});
afterAll(() => console.close());

describe('the explorer', () => {
  it('is served to a browser, and to nobody in live', async () => {
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await fetch(`${console.url}/graphql`)).status).toBe(401);
    const live = await openConsole('live');
    expect((await open(live.url)).status).toBe(401);
    await live.close();
  });

  it('loads nothing from anywhere, and may run its own script alone', () => {
    expect(text).not.toMatch(/(src|href)="(?!data:,")|@import|url\(|https?:/);
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const tag of ['script', 'style']) {
      const [, inside = ''] = new RegExp(`<${tag}>([\\s\\S]*)</${tag}>`).exec(text) ?? [];
      expect(policy).toContain(`${tag}-src 'sha256-${createHash('sha256').update(inside).digest('base64')}'`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
  });

  it('holds a script that can be read, with questions that are answered', async () => {
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(text) ?? [];
    const [, examples = ''] = /const examples = (\{[\s\S]*?\n\});/.exec(script) ?? [];
    const [, introspection = ''] = /const introspection = '([^']*)'/.exec(script) ?? [];
    const { runInNewContext } = await import('node:vm');
    const all = runInNewContext(`(${examples})`) as Record<string, [string, string]>;
    expect(Object.keys(all).length).toBeGreaterThan(3);
    const get = withoutErrors(console.as('admin'));
    for (const [query, variables] of Object.values(all).filter(([each]) => !each.startsWith('mutation')))
      await get(query, variables === '' ? {} : (JSON.parse(variables) as Record<string, unknown>));
    expect((await get(introspection)).at('__schema.types')).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'Payout' })]),
    );
  });
});
