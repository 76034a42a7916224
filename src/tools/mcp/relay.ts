import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

interface Called {
  readonly baseUrl: string;
  readonly apiKey: string;
}

const answerMs = 30_000;
/** JSON-RPC 2.0 §5.1. */
const internalError = -32603;

/**
 * Passes messages from standard input to /mcp of the service and answers to standard output, until the input
 * ends.
 */
export async function relay(called: Called): Promise<void> {
  const stdio = new StdioServerTransport();
  const ended = new Promise<void>((resolve) => {
    stdio.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  const open = new Set<Promise<void>>();
  stdio.onmessage = (message) => {
    const passing = passed(called, message).then(async (answer) => {
      if (answer !== undefined) await stdio.send(answer);
    });
    open.add(passing);
    void passing.finally(() => open.delete(passing));
  };
  await stdio.start();
  await ended;
  await Promise.allSettled(open);
  await stdio.close();
}

/** The answer to a message; a notification has none. */
async function passed(called: Called, message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> {
  const id = 'id' in message && 'method' in message ? message.id : undefined;
  const failed = (reason: string): JSONRPCMessage | undefined =>
    id === undefined ? undefined : { jsonrpc: '2.0', id, error: { code: internalError, message: reason } };
  let text: string;
  try {
    const response = await fetch(`${called.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${called.apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(message),
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    text = await response.text();
  } catch {
    return failed(`${called.baseUrl} cannot be reached. Start the service, or set PSP_BASE_URL.`);
  }
  if (text === '') return undefined;
  const answer = JSONRPCMessageSchema.safeParse(jsonOf(text));
  return answer.success ? answer.data : failed(reasonIn(jsonOf(text)) ?? 'The answer is not of this API.');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message in an API error. */
function reasonIn(body: unknown): string | undefined {
  const { error } = Object(body) as { error?: { message?: unknown } };
  return typeof error?.message === 'string' ? error.message : undefined;
}
