import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** The names of the fields at the root of an operation, through fragments too. */
export function rootFields(document: DocumentNode, operation: OperationDefinitionNode): ReadonlySet<string> {
  const selections = rootSelections(document, operation);
  return new Set(selections.flatMap((each) => (each.kind === Kind.FIELD ? [each.name.value] : [])));
}

/** Whether what is at the root of an operation may be left out of it. */
export function hasConditionalRoot(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const directives = rootSelections(document, operation).flatMap((each) => each.directives ?? []);
  return directives.some(({ name }) => name.value === 'skip' || name.value === 'include');
}

/** Whether a field stands more than once at the root of an operation, under whatever names. */
export function isAskedAgain(
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
