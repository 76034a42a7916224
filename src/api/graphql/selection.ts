import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** The names of the root fields of an operation, including those in fragments. */
export function rootFields(document: DocumentNode, operation: OperationDefinitionNode): ReadonlySet<string> {
  const selections = rootSelections(document, operation);
  return new Set(selections.flatMap((each) => (each.kind === Kind.FIELD ? [each.name.value] : [])));
}

/** Whether a root selection has @skip or @include. */
export function hasConditionalRoot(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const directives = rootSelections(document, operation).flatMap((each) => each.directives ?? []);
  return directives.some(({ name }) => name.value === 'skip' || name.value === 'include');
}

/** Whether a root field occurs more than once, under any alias. */
export function isRepeated(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  field: string,
): boolean {
  const fields = rootSelections(document, operation).filter((each) => each.kind === Kind.FIELD);
  return fields.filter(({ name }) => name.value === field).length > 1;
}

function rootSelections(document: DocumentNode, operation: OperationDefinitionNode): SelectionNode[] {
  const fragments = fragmentsOf(document);
  const found: SelectionNode[] = [];
  const visited = new Set<SelectionSetNode>();
  const visit = (set: SelectionSetNode | undefined): void => {
    if (set === undefined || visited.has(set)) return;
    visited.add(set);
    found.push(...set.selections);
    for (const selection of set.selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      if (selection.kind === Kind.FRAGMENT_SPREAD) visit(fragments.get(selection.name.value)?.selectionSet);
    }
  };
  visit(operation.selectionSet);
  return found;
}

export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );
}
