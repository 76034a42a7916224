import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { docsPage } from '../../src/api/rest/docs.js';
import { escaped, rendered } from '../../src/api/rest/markdown.js';
import { routes } from '../../src/api/rest/routes.js';
import { openapiFile } from './sandbox.js';

const page = docsPage(readFileSync(openapiFile, 'utf8'));

describe('the description as a page', () => {
  it('shows every operation, and its links lead somewhere', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(expect.arrayContaining(routes.map(({ operationId }) => operationId)));
    const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('says what the description says', () => {
    expect(page).toContain('<code>sim:uncertain:paid</code>');
    expect(page).toContain('payout_not_cancellable: The payout can no longer be cancelled; see reasons.');
    expect(page).not.toMatch(/undefined|\[object|<script/);
  });
});

describe('text in the page', () => {
  it('never becomes markup', () => {
    expect(escaped('<b a="1">&')).toBe('&lt;b a=&quot;1&quot;&gt;&amp;');
    expect(rendered('`<i>` & **x**')).toBe('<p><code>&lt;i&gt;</code> &amp; <strong>x</strong></p>');
  });

  it('has headings, lists and tables', () => {
    expect(rendered('## A\n\n- b\n  c\n- d')).toBe('<h2>A</h2><ul><li>b\n  c</li><li>d</li></ul>');
    expect(rendered('| A | B |\n| --- | --- |\n| c | d |')).toBe(
      '<table><tr><td>A</td><td>B</td></tr><tr><td>c</td><td>d</td></tr></table>',
    );
  });
});
