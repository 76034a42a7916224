import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Looks } from './brand.js';
import { themeSheet } from './theme.js';

/** A file shared by all pages. Its name changes with its content, so it can be cached forever. */
export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The default appearance, also used by pages without an account. */
export const plainLooks: Looks = {
  colors: {
    background: '#f3f5f8',
    border: '#d5dbe4',
    primary: '#1f4fa3',
    secondary: '#1f4fa3',
    surface: '#ffffff',
    text: '#1b2430',
  },
  radius: 'md',
  font: 'system',
};

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f4fa3"/><path d="M8 16h13m-5-6 6 6-6 6" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>';

const read = (name: string): Buffer => readFileSync(new URL(`../../../assets/${name}`, import.meta.url));

const shared = new Map<string, Asset>();

function placed(name: string, type: string, bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const path = `/p/static/${hash}-${name}`;
  shared.set(path, { type, bytes });
  return path;
}

export const assets = {
  sheet: placed('page.css', 'text/css; charset=utf-8', read('page.css')),
  script: placed('page.js', 'text/javascript; charset=utf-8', read('page.js')),
  plainTheme: placed('theme.css', 'text/css; charset=utf-8', Buffer.from(themeSheet(plainLooks))),
  icon: placed('icon.svg', 'image/svg+xml', Buffer.from(mark)),
};

export const assetAt = (path: string): Asset | undefined => shared.get(path);
