import { parse, print, visit, type ASTNode } from 'graphql';

/** A schema without descriptions. */
export function bareGraphql(sdl: string): string {
  const document = parse(sdl);
  const bare: ASTNode = visit(document, {
    enter: (node) =>
      'description' in node && node.description ? { ...node, description: undefined } : undefined,
  });
  return `${print(bare)}\n`;
}
