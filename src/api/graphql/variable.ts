import {
  getVariableValues,
  GraphQLError,
  isNonNullType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { bounds } from './bound.js';
import { overfullVariable } from './size.js';

type Values = Readonly<Record<string, unknown>>;

/** One operation of a valid document, with the variables that came with it. */
interface Given {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Values;
}

/** The variables of an operation with its defaults, or what is wrong with what was given. */
export function variablesOf(given: Given): Values | GraphQLError {
  const { schema, operation, variables } = given;
  const over = overfullVariable(schema, operation, variables);
  if (over !== undefined) return over;
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: bounds.errors,
  });
  if (coerced === undefined)
    return errors[0] ?? new GraphQLError('The variables are not a valid JSON object.');
  // A look at each use of a variable takes a tenth of a query's time; only a null is worth it.
  return (Object.values(coerced).includes(null) ? nullFault(given, coerced) : undefined) ?? coerced;
}

/**
 * A variable that may be null is valid where a default stands for what is left out; that it is null is found by the
 * field that it is for, when others may have acted.
 */
function nullFault({ schema, document, operation }: Given, variables: Values): GraphQLError | undefined {
  let fault: GraphQLError | undefined;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      OperationDefinition: (node) => (node === operation ? undefined : false),
      VariableDefinition: () => false,
      Variable(node) {
        const name = node.name.value;
        if (variables[name] !== null || !isNonNullType(types.getInputType())) return;
        const message = `Variable "$${name}" must not be null; give a value, or omit it.`;
        fault ??= new GraphQLError(message, { nodes: node });
      },
    }),
  );
  return fault;
}
