/** The script of the page: it asks the API that serves it, and nothing else. Written into the page as it stands. */
export const script = `
'use strict';
const byId = (id) => document.getElementById(id);
const examples = {
  'The newest payouts': ['query ($first: Int) {\\n  payouts(first: $first) {\\n    nodes {\\n      id\\n      status\\n      source { total currency }\\n      beneficiary { displayName }\\n      events { type occurredAt }\\n    }\\n    pageInfo { hasNextPage endCursor }\\n  }\\n}', '{ "first": 5 }'],
  'Accounts and balances': ['{\\n  accounts {\\n    nodes {\\n      id\\n      name\\n      status\\n      balances { currency available reserved total }\\n    }\\n  }\\n}', ''],
  'The ledger': ['{\\n  journals(first: 5) {\\n    nodes {\\n      purpose\\n      originId\\n      occurredAt\\n      entries { ledger direction money { amount currency } }\\n    }\\n  }\\n}', ''],
  'The platform': ['{\\n  caller { name role }\\n  platform { environment payoutsStopped now }\\n  backlog { due nextAt waiting { kind count oldestSeconds } }\\n}', ''],
  'Block a customer': ['mutation ($id: ID!) {\\n  blockCustomer(id: $id, reason: "case 4711") {\\n    id\\n    status\\n  }\\n}', '{ "id": "cus_…" }'],
};

async function send(query, variables) {
  const began = performance.now();
  const response = await fetch(location.pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ' + byId('token').value.trim() },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, body: await response.json(), ms: Math.round(performance.now() - began) };
}

async function run() {
  const written = byId('variables').value.trim();
  try {
    const { status, body, ms } = await send(byId('query').value, written === '' ? undefined : JSON.parse(written));
    byId('result').textContent = JSON.stringify(body, null, 2);
    byId('status').textContent = 'HTTP ' + status + ' after ' + ms + ' ms';
  } catch (error) {
    byId('status').textContent = error instanceof SyntaxError ? 'The variables are not JSON.' : String(error);
  }
}

const introspection = '{ __schema { queryType { name } mutationType { name } subscriptionType { name } types { kind name description fields { name description args { name description type { ...T } } type { ...T } } inputFields { name description type { ...T } } enumValues { name description } } } } fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }';

function written(type) {
  if (type.kind === 'NON_NULL') return written(type.ofType) + '!';
  return type.kind === 'LIST' ? '[' + written(type.ofType) + ']' : type.name;
}

function made(name, text, ...inside) {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  element.append(...inside);
  return element;
}

function docOf(type) {
  const list = made('dl');
  for (const field of type.fields ?? type.inputFields ?? []) {
    const args = (field.args ?? []).map((each) => each.name + ': ' + written(each.type)).join(', ');
    list.append(made('dt', field.name + (args ? '(' + args + ')' : '') + ': ' + written(field.type)), made('dd', field.description));
  }
  for (const value of type.enumValues ?? []) list.append(made('dt', value.name), made('dd', value.description));
  return made('details', '', made('summary', type.name), made('p', type.description), list);
}

async function loadDocs() {
  const { body } = await send(introspection);
  const docs = byId('docs');
  if (!body.data) {
    docs.replaceChildren(made('p', body.errors?.[0]?.message ?? 'The schema is not told.'));
    return;
  }
  const { types, ...roots } = body.data.__schema;
  const names = Object.values(roots).map((root) => root?.name);
  const rank = ({ name }) => (names.includes(name) ? names.indexOf(name) : names.length);
  const shown = types.filter(({ name }) => !name.startsWith('__'));
  shown.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
  docs.replaceChildren(...shown.map(docOf));
  docs.firstChild.open = true;
  narrow();
}

function narrow() {
  const wanted = byId('search').value.toLowerCase();
  for (const type of byId('docs').children) type.hidden = !type.textContent.toLowerCase().includes(wanted);
}

function show(name) {
  [byId('query').value, byId('variables').value] = examples[name];
}

for (const name of Object.keys(examples)) byId('examples').append(made('option', name));
byId('token').value = sessionStorage.getItem('token') ?? '';
byId('token').addEventListener('change', () => {
  sessionStorage.setItem('token', byId('token').value);
  void loadDocs();
});
byId('examples').addEventListener('change', () => show(byId('examples').value));
byId('search').addEventListener('input', narrow);
byId('run').addEventListener('click', run);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
});
show(Object.keys(examples)[0]);
if (byId('token').value) void loadDocs();
`;
