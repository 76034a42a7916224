import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { Refusal } from '../../domain/refusal.js';
import type { Log } from '../../ports/log.js';
import { bounds } from './bound.js';
import type { Context } from './context.js';
import { costOf } from './cost.js';
import { documentError, inputError, refused, logGraphqlErrors } from './error.js';
import { Loads } from './load.js';
import { checkRole } from './role.js';
import { rootFields } from './selection.js';
import { variablesOf } from './variable.js';

/** Checks before the first resolver of every HTTP operation: first the roles, then the cost. */
export function gate(): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, document, operation, request, contextValue }) {
          // Without an operation nothing runs; the execution reports the error.
          if (operation === undefined) return;
          if (operation.operation === 'subscription') {
            throw documentError('Subscriptions need a WebSocket.');
          }
          const fields = rootFields(document, operation);
          contextValue.line.operation = `${operation.operation} ${[...fields].join()}`;
          for (const field of fields) checkField(contextValue, operation.operation, field);
          if (operation.operation === 'query') readElsewhere(contextValue);
          const costed = { schema, document, operation };
          const variables = variablesOf({ ...costed, variables: request.variables ?? {} });
          if (variables instanceof GraphQLError) throw inputError(variables);
          if (costOf({ ...costed, variables }) > bounds.cost)
            throw documentError(`The answer could have more than ${bounds.cost} fields; request fewer.`);
        },
      };
    },
  };
}

/** A query changes nothing, so it may read on a replica. */
function readElsewhere(context: Context): void {
  const { ports, caller } = context;
  if (ports.replica === undefined) return;
  context.ports = { ...ports, ...ports.replica.at() };
  context.load = new Loads(context.ports, caller);
}

function checkField({ caller }: Context, operation: 'query' | 'mutation', field: string): void {
  try {
    checkRole(caller, operation, field);
  } catch (error) {
    throw error instanceof Refusal ? refused(error) : error;
  }
}

/** Adds the request id to every error, and logs internal errors under it. */
export function errorLogging(log: Log): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue }) {
          logGraphqlErrors(log, contextValue.requestId, errors);
        },
        async willSendResponse({ response, contextValue }) {
          if (response.body.kind !== 'single') return;
          for (const error of response.body.singleResult.errors ?? []) {
            contextValue.line.error_code ??= String(error.extensions?.['code']);
            Object.assign(error, {
              extensions: { ...error.extensions, request_id: contextValue.requestId },
            });
          }
        },
      };
    },
  };
}
