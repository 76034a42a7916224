import {
  getOperationAST,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
  print,
  specifiedRules,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { canonical } from '../../../usecases/canonical.js';
import { bounds, documentBounds } from '../bound.js';
import { costOf } from '../cost.js';
import { documentError, inputError, withoutHint } from '../error.js';
import { rootFields } from '../selection.js';
import { variablesOf } from '../variable.js';

/** A subscription request. */
export interface SubscriptionRequest {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A valid subscription within its limits. */
export interface Operation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Equal for subscriptions with the same answers, even if they start from different positions. */
  readonly likeness: string;
}

interface Known {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** The document without its `after` argument, and the variables that it still uses. */
  readonly text: string;
  readonly uses: ReadonlySet<string>;
}

/** Documents kept in the cache; programs send the same ones again and again. */
const knownMax = 500;

/** Validates subscription requests. Throws GraphQL errors before anything runs. */
export class Documents {
  readonly #known = new LRUCache<string, Known>({ max: knownMax });
  readonly #schema: GraphQLSchema;
  readonly #isLive: boolean;

  constructor(schema: GraphQLSchema, isLive: boolean) {
    this.#schema = schema;
    this.#isLive = isLive;
  }

  read({ query, operationName, variables: variableValues }: SubscriptionRequest): Operation {
    const { document, operation, text, uses } = this.#lookUp(query, operationName ?? undefined);
    const schema = this.#schema;
    const coerced = variablesOf({ schema, document, operation, variables: variableValues ?? {} });
    if (coerced instanceof GraphQLError) throw inputError(coerced);
    if (costOf({ schema, document, operation, variables: coerced }) > bounds.cost) {
      throw documentError(`The answer could have more than ${bounds.cost} fields; request fewer.`);
    }
    const variables = variableValues ?? {};
    const used = Object.fromEntries(Object.entries(coerced).filter(([name]) => uses.has(name)));
    return {
      schema,
      document,
      operationName: operationName ?? undefined,
      variables,
      likeness: `${operationName ?? ''}\n${text}\n${canonical(used)}`,
    };
  }

  #lookUp(query: string, operationName: string | undefined): Known {
    const name = `${operationName ?? ''}\n${query}`;
    const known = this.#known.get(name) ?? this.#check(query, operationName);
    this.#known.set(name, known);
    return known;
  }

  #check(query: string, operationName: string | undefined): Known {
    const document = parsed(query);
    const rules = [...specifiedRules, ...(this.#isLive ? [NoSchemaIntrospectionCustomRule] : [])];
    // The limits first, because the standard rules take long on an oversized document.
    for (const each of [[documentBounds], rules]) {
      const [fault] = validate(this.#schema, document, each, { maxErrors: bounds.errors });
      if (fault !== undefined) throw coded(this.#formatted(fault), 'GRAPHQL_VALIDATION_FAILED');
    }
    const operation = getOperationAST(document, operationName);
    if (!operation) {
      throw coded(new GraphQLError('This operation does not exist.'), 'OPERATION_RESOLUTION_FAILURE');
    }
    if (operation.operation !== 'subscription') {
      throw documentError('WebSockets accept only subscriptions; use HTTP for queries and mutations.');
    }
    const [field, ...more] = rootFields(document, operation);
    if (field === undefined || more.length > 0 || field.startsWith('__')) {
      throw documentError('A subscription must have exactly one root field.');
    }
    return { document, operation, ...withoutCursor(document, operation) };
  }

  /** Removes hints, which would reveal the schema. */
  #formatted(error: GraphQLError): GraphQLError {
    if (!this.#isLive) return error;
    return new GraphQLError(withoutHint(error.message));
  }
}

function parsed(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: bounds.tokens });
  } catch (error) {
    throw error instanceof GraphQLError ? coded(error, 'GRAPHQL_PARSE_FAILED') : error;
  }
}

function coded(error: GraphQLError, code: string): GraphQLError {
  Object.assign(error.extensions, { code });
  return error;
}

/** The document without the argument `after` of its field. */
function withoutCursor(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Pick<Known, 'text' | 'uses'> {
  const selections = operation.selectionSet.selections.map((each) =>
    each.kind === Kind.FIELD
      ? { ...each, arguments: each.arguments?.filter(({ name }) => name.value !== 'after') ?? [] }
      : each,
  );
  const withoutAfter = { ...operation, selectionSet: { ...operation.selectionSet, selections } };
  const definitions = document.definitions.map((each) => (each === operation ? withoutAfter : each));
  const left = { ...document, definitions };
  const uses = new Set<string>();
  visit(left, { VariableDefinition: () => false, Variable: ({ name }) => void uses.add(name.value) });
  return { text: print(left), uses };
}
