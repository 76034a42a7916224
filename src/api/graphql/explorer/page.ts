import { createHash } from 'node:crypto';
import { script } from './script.js';
import { style } from './style.js';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page's own headers: its one style and its one script run, and it talks to the API that serves it alone. */
export const explorerHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** A page to ask the API from a browser: it is whole by itself, so it works where nothing else can be reached. */
export const explorerPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Internal API</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<h1>Internal API</h1>
<label class="token">Token <input id="token" type="password" autocomplete="off" spellcheck="false" placeholder="psp_op_… (operator_token of credentials.json)"></label>
<label>Example <select id="examples"></select></label>
<button id="run" type="button" title="Ctrl+Enter">Run</button>
</header>
<main>
<section aria-label="Question">
<h2><label for="query">Query</label></h2>
<textarea id="query" spellcheck="false"></textarea>
<h2><label for="variables">Variables</label></h2>
<textarea id="variables" spellcheck="false"></textarea>
</section>
<section aria-label="Answer">
<h2>Answer</h2>
<div id="status" role="status"></div>
<pre id="result" tabindex="0"></pre>
</section>
<section aria-label="Schema">
<h2><label for="search">Schema</label></h2>
<input id="search" type="search" placeholder="Find a type or a field">
<div id="docs"><p>Give a token to see the schema.</p></div>
</section>
</main>
<script>${script}</script>
</body>
</html>
`;
