import {
  BREAK,
  GraphQLError,
  Kind,
  visit,
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { fragmentsOf, hasConditionalRoot, isRepeated } from './selection.js';
import { textMax } from './size.js';

/** Limits of a document. */
export const bounds = {
  tokens: 2_000,
  depth: 12,
  aliases: 30,
  rootFields: 20,
  cost: 20_000,
  /** Most errors reported for one document. */
  errors: 5,
} as const;

/** Depth of the standard introspection query, which needs it for wrapped types. */
const introspectionDepth = 15;

/** The size of a selection. `fields` counts only the fields at its own level. */
interface Extent {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
}

const nothing: Extent = { depth: 0, aliases: 0, fields: 0 };

/** Checks depth, aliases and root fields before the costlier validation rules run. */
export function documentBounds(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      const fault = faultOf(document);
      if (fault === undefined) return undefined;
      context.reportError(new GraphQLError(fault));
      // An empty document, because the other rules take long on an oversized document, or fail on it.
      return { ...document, definitions: [] };
    },
  };
}

function faultOf(document: DocumentNode): string | undefined {
  if (hasLongText(document)) return `The document has a string of more than ${textMax} characters.`;
  const extents = new Extents(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    if (definition.operation === 'subscription' && hasConditionalRoot(document, definition))
      return 'The root field of a subscription cannot have @skip or @include.';
    // Their answers are as large as the schema, and the cost does not count them.
    if (['__schema', '__type'].some((name) => isRepeated(document, definition, name)))
      return 'The document uses __schema or __type more than once.';
    const { depth, aliases, fields } = extents.of(definition.selectionSet);
    if (depth > bounds.depth) return `The document is deeper than ${bounds.depth} levels.`;
    if (aliases > bounds.aliases) return `The document has more than ${bounds.aliases} aliases.`;
    if (fields > bounds.rootFields)
      return `The document has more than ${bounds.rootFields} fields at its root.`;
  }
  return undefined;
}

function hasLongText(document: DocumentNode): boolean {
  let isLong = false;
  visit(document, {
    StringValue({ value }) {
      if (value.length <= textMax) return undefined;
      isLong = true;
      return BREAK;
    },
  });
  return isLong;
}

/** Visits each fragment once, however often it is spread. */
class Extents {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #known = new Map<string, Extent>();

  constructor(document: DocumentNode) {
    this.#fragments = fragmentsOf(document);
  }

  of(set: SelectionSetNode): Extent {
    return set.selections
      .map((selection) => {
        if (selection.kind === Kind.INLINE_FRAGMENT) return this.of(selection.selectionSet);
        if (selection.kind === Kind.FRAGMENT_SPREAD) return this.#ofFragment(selection.name.value);
        const inner = selection.selectionSet ? this.of(selection.selectionSet) : nothing;
        const isMeta = selection.name.value.startsWith('__') && inner.depth < introspectionDepth;
        const aliases = inner.aliases + (selection.alias ? 1 : 0);
        return { depth: isMeta ? 1 : inner.depth + 1, aliases, fields: 1 };
      })
      .reduce(
        (one, other) => ({
          depth: Math.max(one.depth, other.depth),
          aliases: one.aliases + other.aliases,
          fields: one.fields + other.fields,
        }),
        nothing,
      );
  }

  #ofFragment(name: string): Extent {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // A fragment that spreads itself is refused by another rule. Here the recursion only has to end.
    this.#known.set(name, nothing);
    const fragment = this.#fragments.get(name);
    const extent = fragment ? this.of(fragment.selectionSet) : nothing;
    this.#known.set(name, extent);
    return extent;
  }
}
