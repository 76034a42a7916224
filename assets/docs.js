// The only script of the reference. The page works without it. The script shows one section at a time, searches, copies,
// remembers the chosen language and, in sandbox, sends requests with the reader's test key. It inserts text, never HTML.

const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);
const root = document.documentElement;
const title = document.title;

/** Creates an element; `aria` and `data` become attributes, other entries properties. */
function make(name, { aria = {}, data = {}, ...own } = {}, ...inner) {
  const made = Object.assign(document.createElement(name), own);
  for (const [key, value] of Object.entries(aria)) made.setAttribute(`aria-${key}`, value);
  for (const [key, value] of Object.entries(data)) made.dataset[key] = value;
  made.append(...inner);
  return made;
}

/** Reads as empty and ignores writes where the browser denies storage. */
const storageOf = (area) => ({
  get(key) {
    try {
      return area().getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set(key, value) {
    try {
      area().setItem(key, value);
    } catch {
      // The page works without storage.
    }
  },
});
const ofReader = storageOf(() => localStorage);
const ofTab = storageOf(() => sessionStorage);

root.classList.add('scripted');
const header = document.querySelector('header');
const contents = document.querySelector('nav details');
const sections = all('main > section');
const links = new Map(all('nav a').map((link) => [link.hash.slice(1), link]));

// Languages.

const names = { shell: 'curl', node: 'Node', python: 'Python' };

function choose(language, from) {
  const top = from?.getBoundingClientRect().top;
  ofReader.set('language', language);
  for (const group of all('.samples')) {
    const own = all('.sample', group);
    const sample = own.find((each) => each.dataset.language === language) ?? own[0];
    for (const each of own) each.hidden = each !== sample;
    for (const button of all('.languages button', group))
      button.setAttribute('aria-pressed', String(button.dataset.language === sample?.dataset.language));
  }
  // The samples above changed height: scroll so that the clicked button stays where it was.
  if (top !== undefined) scrollBy(0, from.getBoundingClientRect().top - top);
}

for (const group of all('.samples')) {
  const own = all('.sample', group).map((each) => each.dataset.language);
  const buttons = own.map((language) => {
    const button = make('button', { type: 'button', data: { language } }, names[language]);
    button.addEventListener('click', () => choose(language, button));
    return button;
  });
  group.prepend(make('div', { className: 'languages', role: 'group', ariaLabel: 'Language' }, ...buttons));
}
choose(ofReader.get('language') ?? 'shell');

// Copying.

const status = make('p', { className: 'skip', role: 'status' });
document.body.append(status);

function copies(pre) {
  const button = make(
    'button',
    { type: 'button', ariaLabel: `Copy: ${pre.getAttribute('aria-label')}` },
    'Copy',
  );
  const frame = make('div', { className: 'copied' });
  pre.replaceWith(frame);
  frame.append(pre, button);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = 'Copied';
      status.textContent = `Copied: ${pre.getAttribute('aria-label')}`;
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    } catch {
      getSelection().selectAllChildren(pre);
      button.textContent = 'Selected';
    }
  });
}

// One section at a time. The browser's own search still finds the hidden ones.

const titleOf = (section) => section.querySelector('h2').textContent;
let present;

function show(id) {
  const target = byId(id);
  const section = target?.closest('main > section') ?? present ?? sections[0];
  if (section !== present) {
    present = section;
    for (const each of sections) {
      if (each === section) each.removeAttribute('hidden');
      else each.setAttribute('hidden', 'until-found');
    }
    if (section.dataset.ready === undefined) ready(section);
    document.title = `${titleOf(section)} · ${title}`;
  }
  for (let each = target?.closest('details'); each; each = each.parentElement.closest('details')) {
    if (each !== contents) each.open = true;
  }
  const link = links.get(id) ?? links.get(section.getAttribute('aria-labelledby'));
  for (const [, each] of links) each.removeAttribute('aria-current');
  link?.setAttribute('aria-current', 'true');
  for (const list of all('nav ul ul')) list.hidden = !list.parentElement.contains(link ?? null);
  if (wide.matches) link?.scrollIntoView({ block: 'nearest' });
  if (target === section.querySelector('h2') || target === null) scrollTo(0, 0);
  else target.scrollIntoView();
}

/** Adds the controls of a section when it is first shown. */
function ready(section) {
  section.dataset.ready = 'true';
  for (const pre of all('pre', section)) copies(pre);
  if (document.body.dataset.lists) for (const each of all('[data-try]', section)) tries(each);
  const index = sections.indexOf(section);
  const turns = [
    [sections[index - 1], '← '],
    [sections[index + 1], '', ' →'],
  ];
  const words = turns.map(([to, before, after = '']) =>
    to === undefined
      ? make('span')
      : make('a', { href: `#${to.getAttribute('aria-labelledby')}` }, `${before}${titleOf(to)}${after}`),
  );
  section.append(make('div', { className: 'turn' }, ...words));
}

// On a wide screen the contents are always open.
const wide = matchMedia('(min-width: 64rem)');
const open = () => (contents.open = wide.matches);
wide.addEventListener('change', open);
open();

const hashed = () => decodeURIComponent(location.hash.slice(1));
addEventListener('hashchange', () => show(hashed() || 'start'));
document.addEventListener('beforematch', (event) => {
  const section = event.target.closest('main > section');
  if (section) show(section.getAttribute('aria-labelledby'));
});
contents.addEventListener('click', ({ target }) => {
  if (target.closest('a') && !wide.matches) contents.open = false;
});

// Searching.

const found = make('ul', {
  className: 'found',
  id: 'found',
  role: 'listbox',
  ariaLabel: 'Search results',
  hidden: true,
});
const field = make('input', {
  type: 'search',
  placeholder: 'Search operations, fields, errors (/)',
  autocomplete: 'off',
  spellcheck: false,
  role: 'combobox',
  ariaLabel: 'Search',
  aria: { controls: 'found', expanded: 'false', autocomplete: 'list' },
});
let index;
let chosen = -1;

/** Search entries: text, kind, target id and weight. */
function indexed() {
  const entries = [];
  for (const section of sections) {
    const part = titleOf(section);
    const own = section.getAttribute('aria-labelledby');
    entries.push({ words: part, kind: '', id: own, weight: 6, text: textBelow(byId(own)) });
    for (const heading of all('h3[id]', section)) {
      const path = heading.parentElement.querySelector('.path')?.textContent ?? part;
      const weight = heading.parentElement.classList.contains('operation') ? 5 : 3;
      entries.push({
        words: heading.textContent,
        kind: path,
        more: `${path} ${heading.id}`,
        id: heading.id,
        weight,
        text: textBelow(heading),
      });
    }
    for (const code of all('code[id]', section))
      entries.push({ words: code.textContent, kind: part, id: code.id, weight: 4 });
    for (const code of all('th code:not([id])', section))
      entries.push({
        words: code.textContent,
        kind: part,
        id: section.getAttribute('aria-labelledby'),
        weight: 3,
      });
    for (const name of all('.name', section)) {
      const headingId = name.closest('article, section').getAttribute('aria-labelledby');
      entries.push({
        words: name.textContent,
        kind: `field: ${byId(headingId)?.textContent ?? part}`,
        id: headingId,
        weight: 1,
      });
    }
  }
  return entries;
}

/** Text between a heading and the next heading or operation. */
function textBelow(heading) {
  if (heading.parentElement.matches('article')) return plain(heading.parentElement.textContent);
  const texts = [];
  for (
    let each = heading.nextElementSibling;
    each && !each.matches('h3, article');
    each = each.nextElementSibling
  )
    texts.push(each.textContent);
  return plain(texts.join(' '));
}

/** `pix_key` is found by "pix key". */
const plain = (text) => text.toLowerCase().replaceAll(/[_-]/g, ' ');

/** Ranks an entry; a match in its name counts more than a match in its text. */
function score({ words, more = '', weight, text: below = '' }, terms) {
  const [text, rest] = [plain(words), plain(more)];
  let sum = 0;
  for (const word of terms) {
    const at = text.indexOf(word);
    const isNamed = at >= 0 || rest.includes(word);
    if (!isNamed && !below.includes(word)) return undefined;
    sum += !isNamed ? -2 : at < 0 ? 1 : text === word ? 8 : at === 0 ? 5 : /\W|_/.test(text[at - 1]) ? 4 : 2;
  }
  return sum / terms.length + weight;
}

function search() {
  index ??= indexed();
  const terms = plain(field.value).split(/\s+/).filter(Boolean);
  const best = terms.length === 0 ? [] : index.map((entry) => ({ ...entry, rank: score(entry, terms) }));
  const seen = new Set();
  const hits = best
    .filter(({ rank }) => rank !== undefined)
    .toSorted((a, b) => b.rank - a.rank)
    .filter(({ words, id }) => !seen.has(`${words} ${id}`) && seen.add(`${words} ${id}`))
    .slice(0, 12);
  found.replaceChildren(
    ...hits.map(({ words, kind, id }, nth) =>
      make('li', { id: `found-${nth}`, role: 'option', data: { to: id } }, words, make('small', {}, kind)),
    ),
  );
  if (terms.length > 0 && hits.length === 0)
    found.append(make('li', { role: 'option', aria: { disabled: 'true' } }, 'No results'));
  found.hidden = terms.length === 0;
  field.setAttribute('aria-expanded', String(!found.hidden));
  mark(hits.length > 0 ? 0 : -1);
}

function mark(nth) {
  chosen = nth;
  for (const [position, each] of [...found.children].entries())
    each.setAttribute('aria-selected', String(position === nth));
  if (nth < 0) field.removeAttribute('aria-activedescendant');
  else field.setAttribute('aria-activedescendant', `found-${nth}`);
  found.children[nth]?.scrollIntoView({ block: 'nearest' });
}

function close() {
  found.hidden = true;
  field.setAttribute('aria-expanded', 'false');
  field.removeAttribute('aria-activedescendant');
}

function goTo(id) {
  close();
  field.value = '';
  if (hashed() === id) show(id);
  else location.hash = id;
  document.querySelector('main').focus({ preventScroll: true });
}

field.addEventListener('input', search);
field.addEventListener('focus', search);
// The delay keeps the list open when focus returns to the field at once.
field.addEventListener('blur', () => setTimeout(() => document.activeElement === field || close(), 150));
field.addEventListener('keydown', (event) => {
  const { length } = found.children;
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key === 'Escape') close();
  else if (event.key === 'Enter' && found.children[chosen]) goTo(found.children[chosen].dataset.to);
  else if (steps[event.key] !== undefined && length > 0) {
    event.preventDefault();
    mark((chosen + steps[event.key] + length) % length);
  }
});
found.addEventListener('pointerdown', (event) => {
  const { to } = event.target.closest('li')?.dataset ?? {};
  event.preventDefault();
  if (to) goTo(to);
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  field.focus();
});
header.append(make('div', { className: 'search' }, field, found));

// Try it (sandbox only). The entered key stays in this tab and is sent to this service only.

const lists = JSON.parse(document.body.dataset.lists ?? '{}');
const anyId = /\b([a-z]+)_[0-9a-z]{26}\b/g;
/** Last id of each kind created on this page. */
const made = new Map();
const isTestKey = (text) => /^psp_(test|session)_\w+$/.test(text);

// A starting sandbox prints a URL with the key in its hash. The key is removed from the URL and the browser history.
const [, brought] = /^#key=(psp_test_\w+)$/.exec(location.hash) ?? [];
if (brought) {
  ofTab.set('key', brought);
  history.replaceState(null, '', location.pathname);
}
const keyField = make('input', {
  type: 'password',
  id: 'key',
  autocomplete: 'off',
  placeholder: 'psp_test_…',
  value: brought ?? ofTab.get('key') ?? '',
});
keyField.addEventListener('input', () => ofTab.set('key', keyField.value.trim()));
if (document.body.dataset.lists)
  header.append(make('div', { className: 'key' }, make('label', { htmlFor: 'key' }, 'Test key'), keyField));

async function ask(method, path, { key, body } = {}) {
  const answer = await fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${keyField.value.trim()}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(key && { 'Idempotency-Key': key }),
    },
    ...(body !== undefined && { body }),
    credentials: 'omit',
    cache: 'no-store',
  });
  const text = await answer.text();
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    data = undefined;
  }
  return { answer, text, data };
}

/** An id of this kind from the reader's sandbox: the last one created here, or the first listed. */
async function idOf(prefix) {
  if (made.has(prefix)) return made.get(prefix);
  if (lists[prefix] === undefined) return undefined;
  const { data } = await ask('GET', lists[prefix]);
  return data?.data?.[0]?.id;
}

/** Replaces ids of the printed example by the reader's own; typed ids stay. */
async function withOwnIds(text, printed) {
  const examples = [...text.matchAll(anyId)].filter(([whole]) => printed.has(whole));
  const prefixes = new Set(examples.map(([, prefix]) => prefix));
  const own = new Map(await Promise.all([...prefixes].map(async (prefix) => [prefix, await idOf(prefix)])));
  const missing = [...own]
    .filter(([, id]) => id === undefined)
    .map(([prefix]) => lists[prefix]?.split('?')[0] ?? prefix);
  const ownOf = (whole, prefix) => (printed.has(whole) ? (own.get(prefix) ?? whole) : whole);
  return { filled: text.replace(anyId, ownOf), missing };
}

const labelled = (words, control, hint = '') =>
  make('label', {}, make('span', {}, words, hint && ` (${hint})`), control);

function controlOf({ name, location, required, values, value }) {
  const blank = location === 'query' && !required ? [''] : [];
  const control = values
    ? make('select', {}, ...[...blank, ...values].map((each) => make('option', { value: each }, each)))
    : make('input', { type: 'text', autocomplete: 'off', spellcheck: false });
  control.value = value;
  control.dataset.name = name;
  return control;
}

/** Adds the request form to an operation. */
function tries(article) {
  const { id, method, path, fields, isKeyed, body } = JSON.parse(article.dataset.try);
  const printed = new Set(JSON.stringify(body ?? {}).match(anyId));
  const opener = make('button', { type: 'button', className: 'go', aria: { expanded: 'false' } }, 'Try it');
  const form = make('div', { className: 'try', hidden: true });
  const controls = fields.map((each) => ({ ...each, control: controlOf(each) }));
  const text =
    body &&
    make('textarea', {
      spellcheck: false,
      rows: Math.min(18, JSON.stringify(body, null, 2).split('\n').length + 1),
    });
  const key = isKeyed && make('input', { type: 'text', autocomplete: 'off', spellcheck: false });
  const send = make('button', { type: 'button', className: 'go' }, `Send ${method}`);
  const said = make('p', { role: 'status' });
  const output = make('code');
  const answered = make('pre', { tabIndex: 0, role: 'group', hidden: true, ariaLabel: 'Response' }, output);
  form.append(
    ...controls.map(({ name, location: where, required, control }) =>
      labelled(name, control, where === 'path' ? 'path' : required ? 'required' : 'optional'),
    ),
    ...(text ? [labelled('Body', text)] : []),
    ...(key ? [labelled('Idempotency-Key (send the same key to retry)', key)] : []),
    make('div', { className: 'row' }, send),
    said,
    answered,
  );
  if (text) text.value = JSON.stringify(body, null, 2);
  if (key) key.value = `try-${id}-${crypto.getRandomValues(new Uint32Array(1))[0]}`;

  async function prepare() {
    if (!isTestKey(keyField.value.trim())) return;
    const missing = [];
    for (const { prefix, location: where, control } of controls) {
      if (where !== 'path' || prefix === undefined || control.value !== '') continue;
      const own = await idOf(prefix);
      if (own === undefined) missing.push(lists[prefix]?.split('?')[0] ?? prefix);
      else control.value = own;
    }
    if (text) {
      const own = await withOwnIds(text.value, printed);
      text.value = own.filled;
      missing.push(...own.missing);
    }
    said.textContent = missing.length === 0 ? '' : `${missing.join(', ')}: no entries yet. Create one first.`;
  }

  opener.addEventListener('click', () => {
    form.hidden = !form.hidden;
    opener.setAttribute('aria-expanded', String(!form.hidden));
    if (!form.hidden) {
      void prepare();
      if (!isTestKey(keyField.value.trim())) said.textContent = 'Enter your test key above first.';
    }
  });
  send.addEventListener('click', async () => {
    if (!isTestKey(keyField.value.trim())) {
      said.textContent = 'Only test keys (psp_test_…) work here. Enter one above.';
      keyField.focus();
      return;
    }
    send.disabled = true;
    try {
      await prepare();
      const query = controls.filter((each) => each.location === 'query' && each.control.value !== '');
      const search = new URLSearchParams(query.map(({ name, control }) => [name, control.value])).toString();
      const filled = controls
        .filter((each) => each.location === 'path')
        .reduce(
          (url, { name, control }) => url.replace(`{${name}}`, encodeURIComponent(control.value)),
          path,
        );
      const began = performance.now();
      const request = { key: key ? key.value : undefined, body: text ? text.value : undefined };
      const { answer, text: raw, data } = await ask(method, search ? `${filled}?${search}` : filled, request);
      showAnswer(answer, { raw, data, ms: Math.round(performance.now() - began) });
    } catch (error) {
      said.textContent = `Request failed: ${error.message}`;
    } finally {
      send.disabled = false;
    }
  });

  function showAnswer(answer, { raw, data, ms }) {
    const facts = [
      make('span', { className: answer.ok ? 'good' : 'bad' }, String(answer.status)),
      ` in ${ms} ms, ${answer.headers.get('X-Request-Id') ?? ''}`,
    ];
    if (answer.headers.get('Idempotent-Replayed') === 'true') facts.push(' (replayed response)');
    const code = data?.error?.code;
    if (code && byId(`error-${code}`)) facts.push(', ', make('a', { href: `#error-${code}` }, code));
    said.replaceChildren(...facts);
    output.textContent = data === undefined ? raw : JSON.stringify(data, null, 2);
    answered.hidden = raw === '';
    if (answer.ok && method === 'POST' && typeof data?.id === 'string')
      made.set(data.id.split('_')[0], data.id);
  }

  article.querySelector('.example').prepend(make('div', {}, opener, form));
}

show(hashed() || 'start');
