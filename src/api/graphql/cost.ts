import {
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { pageMax, pageNormal } from './connection.js';
import { fragmentsOf } from './selection.js';

type Variables = Readonly<Record<string, unknown>>;

/** One operation of a valid document, with its variables. */
export interface CostedOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
}

/** The most fields that the answer can have. Fields below a list count once per possible element. */
export function costOf({ schema, document, operation, variables }: CostedOperation): number {
  const root = schema.getRootType(operation.operation) ?? undefined;
  return new Cost(document, variables).of(operation.selectionSet, root, undefined);
}

class Cost {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Variables;
  readonly #known = new Map<string, number>();

  constructor(document: DocumentNode, variables: Variables) {
    this.#fragments = fragmentsOf(document);
    this.#variables = variables;
  }

  /** `page`: the size of the connection whose edges and nodes are selected here. */
  of(set: SelectionSetNode, type: GraphQLNamedType | undefined, page: number | undefined): number {
    return set.selections.reduce((cost, selection) => {
      if (selection.kind === Kind.FIELD) return cost + this.#ofField(selection, type, page);
      if (selection.kind === Kind.INLINE_FRAGMENT) return cost + this.of(selection.selectionSet, type, page);
      return cost + this.#ofFragment(selection.name.value, type, page);
    }, 0);
  }

  #ofField(node: FieldNode, type: GraphQLNamedType | undefined, page: number | undefined): number {
    const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
    if (field === undefined || node.selectionSet === undefined) return 1;
    const size = this.#sizeOf(field, node);
    const isList = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
    const below = this.of(node.selectionSet, getNamedType(field.type), isList ? undefined : size);
    return 1 + (isList ? (size ?? page ?? mostOf(field)) : 1) * below;
  }

  #ofFragment(name: string, type: GraphQLNamedType | undefined, page: number | undefined): number {
    const key = `${name} ${page ?? ''}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    const cost = fragment ? this.of(fragment.selectionSet, type, page) : 0;
    this.#known.set(key, cost);
    return cost;
  }

  #sizeOf(field: GraphQLField<unknown, unknown>, node: FieldNode): number | undefined {
    if (!field.args.some(({ name }) => name === 'first')) return undefined;
    const first = node.arguments?.find(({ name }) => name.value === 'first')?.value;
    const value =
      first?.kind === Kind.VARIABLE
        ? this.#variables[first.name.value]
        : first?.kind === Kind.INT && first.value;
    const size = value === undefined || value === false ? pageNormal : Number(value);
    // The field itself refuses a size out of range.
    return Number.isFinite(size) ? Math.min(Math.max(size, 1), pageMax) : pageMax;
  }
}

/** The most elements of a list without a size argument: a page, unless the field declares fewer. */
function mostOf({ extensions }: GraphQLField<unknown, unknown>): number {
  const { most } = extensions;
  return typeof most === 'number' ? most : pageMax;
}
