import type { Description } from './description.js';
import {
  anyId,
  isKeyed,
  isOfNobody,
  isOfPeople,
  keyBefore,
  operationOf,
  pathPartOf,
  queryOf,
  type Call,
} from './recipe.js';

const ofSandbox = `setting() { sed -n 's/.*"'$1'": "\\(.*\\)".*/\\1/p' .data/credentials.json; }
export PSP_BASE_URL=$(setting base_url) PSP_API_KEY=$(setting api_key)
export RUN=$(date +%s)`;

/** In sandbox the generated key; in live the reader fills in the key. */
const settingOf = ({ isSandbox, baseUrl }: Description): string =>
  isSandbox
    ? ofSandbox
    : `export PSP_BASE_URL=${baseUrl === '/' ? 'https://' : baseUrl} PSP_API_KEY=psp_live_…
export RUN=$(date +%s)`;

/** A call that works as pasted, in the folder where the sandbox was started. */
export const firstCall = (description: Description): string => `${settingOf(description)}
curl -sS "$PSP_BASE_URL/v1/account" -H "Authorization: Bearer $PSP_API_KEY"`;

/** Pasted once into a shell, after which the examples run there unchanged. */
export const setup = (description: Description): string => `${settingOf(description)}
id_in() {
  read -r ANSWER
  case $ANSWER in
    '{"error"'*) printf '%s\\n' "$ANSWER" >&2 ;;
    '{"data":[]'*) echo "$1 is still empty. First run the example: $2. Its result may take a moment." >&2 ;;
    *) printf '%s\\n' "$ANSWER" | sed -n 's/^{\\("data":\\[{\\)*"id":"\\([^"]*\\)".*/\\2/p' ;;
  esac
}
first_id() { curl -sS "$PSP_BASE_URL$1" -H "Authorization: Bearer $PSP_API_KEY" | id_in "$@"; }`;

/** Where resources without a create operation come from: pay-ins and events. */
const otherMaker = 'createSandboxDeposit';

/** Lists of resources that a platform command creates. */
const platformMakes: Readonly<Record<string, string>> = {
  '/v1/settlements': 'psp settlement run, which is the command of the platform',
};

/** The calls for a shell in which `setup` was pasted. */
export function curlOf(calls: readonly Call[], description: Description): string {
  return calls
    .map((call) => {
      const text = callOf(call, description);
      return call.makes === true ? `ID=$(${text.replace('<<END', '<<END | id_in')}\n)` : text;
    })
    .join('\n');
}

function callOf(call: Call, description: Description): string {
  const { operation, name, body } = call;
  const { method } = operation;
  const lines = [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}"$PSP_BASE_URL${addressOf(call, description)}"`,
    ...(isOfNobody(operation)
      ? []
      : [`-H "Authorization: Bearer $${isOfPeople(operation) ? 'SESSION' : 'PSP_API_KEY'}"`]),
    ...(isKeyed(call) ? [`-H "Idempotency-Key: ${name}-$RUN"`] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json' -d @- <<END"]),
  ];
  const text = lines.join(' \\\n  ');
  return body === undefined ? text : `${text}\n${jsonOf(call, description)}\nEND`;
}

function addressOf(call: Call, description: Description): string {
  const filled = call.operation.path.replace(/\{(\w+)\}/, (_whole, name: string) => {
    if (name === 'key') return `${keyBefore(call.operation)}-$RUN`;
    if (call.isOfMade === true) return '$ID';
    const example = pathPartOf(call.operation, name);
    return 'text' in example ? example.text : firstId(example.prefix, description);
  });
  const search = queryOf(call).map(([field, value]) => `${field}=${value}`);
  if (search.length === 0) return filled;
  return `${filled}?${search.join('&').replace(anyId, (_id, prefix: string) => firstId(prefix, description))}`;
}

/**
 * JSON in a here-document, with shell characters escaped. Ids are looked up when it runs; an id that no list
 * has is that of the resource created before.
 */
function jsonOf({ body, isOfMade }: Call, description: Description): string {
  return JSON.stringify(body, null, 2)
    .replace(/[\\$`]/g, '\\$&')
    .replace(anyId, (_id, prefix: string) =>
      isOfMade === true && !description.lists.has(prefix) ? '$ID' : firstId(prefix, description),
    );
}

function firstId(prefix: string, description: Description): string {
  const list = description.lists.get(prefix);
  if (list === undefined)
    throw new Error(`no list of the API description has ids that begin with ${prefix}_`);
  return `$(first_id '${list}' '${makerOf(list, description)}')`;
}

/** The message if the list is empty. */
export const nothingIn = (list: string, description: Description): string =>
  `Nothing is in ${list} yet. First run the example: ${makerOf(list, description)}. Its result may need a moment.`;

/** The example that creates an element of the list. */
function makerOf(list: string, description: Description): string {
  const [listPath = ''] = list.split('?');
  const ofPlatform = platformMakes[listPath];
  if (ofPlatform !== undefined) return ofPlatform;
  const own = description.operations.find(({ method, path }) => method === 'POST' && path === listPath);
  if (own !== undefined) return own.summary;
  return description.isSandbox ? operationOf(otherMaker, description).summary : 'a payment';
}
