import { describe, expect, test } from 'vitest';
import { href, markup } from '../../src/api/markup.js';
import { sourceFiles } from '../setup/source.js';

describe('markup', () => {
  test('escapes everything that is not markup', () => {
    const hostile = `</title><script>alert('1')</script>"&`;
    const { text } = markup`<p title="${hostile}">${[hostile, markup`<b>${1}</b>`, undefined]}</p>`;
    const escaped = '&lt;/title&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;';
    expect(text).toBe(`<p title="${escaped}">${escaped}<b>1</b></p>`);
  });

  test.each([
    '/s/x/amount',
    '/p/static/a.css',
    'https://example.com/?a=1&b="2"',
    'mailto:a@b.example',
    'tel:+51999',
    '#f',
  ])('links to %s', (address) => {
    expect(href(address).text).toBe(address.replace(/&/g, '&amp;').replace(/"/g, '&quot;'));
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'http://example.com',
    '//example.com',
    '/\\example.com',
    'https://example.com/ x',
    '/a\njavascript:alert(1)',
    '',
  ])('does not link to %j', (address) => {
    expect(() => href(address)).toThrow('a page may not link to this kind of address');
  });

  const templates = sourceFiles('src').flatMap(({ path, text }) =>
    [...text.matchAll(/markup`((?:[^`\\]|\\.)*)/g)].map(([, template = '']) => ({ path, template })),
  );

  test('quotes all attributes in templates', () => {
    const bare = templates.filter(({ template }) => /[\w-]=\$\{/.test(template));
    expect(templates.length).toBeGreaterThan(30);
    expect(bare).toEqual([]);
  });

  test('creates links to other pages only by href()', () => {
    const addresses = templates.flatMap(({ path, template }) =>
      [...template.matchAll(/\b(?:href|src|action|formaction|cite|poster|srcset)="([^"]*)/g)].map(
        ([, address = '']) => ({ path, address }),
      ),
    );
    const loose = addresses.filter(
      ({ address }) => address.includes('${') && !/^(#|\$\{href\()/.test(address),
    );
    expect(loose).toEqual([]);
  });

  test('inserts nothing into a script, a style or an event attribute', () => {
    const risky = templates.filter(
      ({ template }) => /<script[^>]*>[^<]*\$\{/.test(template) || /\s(?:on\w+|style)="/.test(template),
    );
    expect(risky).toEqual([]);
  });
});
