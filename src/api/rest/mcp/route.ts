import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../../../domain/refusal.js';
import type { Clients } from '../../address.js';
import { checkTypeOfRead, readBody } from '../../body.js';
import type { OriginOf } from '../../origin.js';
import { batchBytesMax } from '../payout-batch.js';
import { checkCorrelation } from '../request.js';
import type { Context, Operation } from '../route.js';
import { toolsOf, type Tool } from './tool.js';

/** The path of the public listener where agents call tools (Model Context Protocol, streamable HTTP). */
export const mcpPath = '/mcp';

/** A payout batch and the JSON-RPC message around it. */
const bodyLimit = batchBytesMax + 64 * 1024;

interface Serving {
  readonly context: Context;
  readonly operations: readonly Operation[];
  readonly description: () => string;
  readonly clients: Pick<Clients, 'addressOf'>;
  readonly originOf: OriginOf;
  readonly errorLogger: (request: FastifyRequest) => (error: unknown) => void;
}

export function serveMcp(server: FastifyInstance, serving: Serving): void {
  const { context, operations, description, clients, originOf, errorLogger } = serving;
  let tools: readonly Tool[] | undefined;
  server.route({
    method: 'POST',
    url: mcpPath,
    config: { isMcp: true },
    bodyLimit,
    handler: async (request, reply) => {
      const { caller, headers, raw } = request;
      if (caller === undefined) throw new Error('/mcp was reached without a caller');
      checkTypeOfRead(request.body, headers);
      checkCorrelation(headers);
      if (headers.origin !== undefined && headers.origin !== originOf(raw))
        refuse('invalid_request', 'Origin: pages of other origins cannot call tools.', { param: 'Origin' });
      const body = readBody(request.body, true).value;
      // Loaded on first use: its packages would slow down every start.
      const { answerMessage } = await import('./server.js');
      tools ??= toolsOf(description(), operations);
      const { ports, environment } = context;
      const failed = errorLogger(request);
      const address = clients.addressOf(raw);
      return answerMessage({ body, request, reply }, { ports, environment, caller, tools, address, failed });
    },
  });
}
