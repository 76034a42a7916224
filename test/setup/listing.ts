import type { SourceFile } from './source.js';
import { isNode, nodes, visitNodes, type Node } from './syntax.js';

/** Each list of a file, of whatever shape, as the words that its items are or bear. */
export function listingsOf(file: SourceFile): string[][] {
  const found: string[][] = [];
  visitNodes(file, (node) => found.push(itemsOf(node)));
  return found;
}

/** Items, also in pairs; keys and their values; members of a type; cases; words of a text that is nothing else. */
function itemsOf(node: Node): string[] {
  switch (node.type) {
    case 'ArrayExpression':
      return nodes(node['elements']).flatMap(partsOf);
    case 'ObjectExpression':
      return nodes(node['properties']).flatMap((each) => [
        ...wordsOf(each['key']),
        ...partsOf(each['value']),
      ]);
    case 'TSUnionType':
      return nodes(node['types']).flatMap((each) => wordsOf(each['literal']));
    case 'TSInterfaceBody':
      return nodes(node['body']).flatMap((each) => wordsOf(each['key']));
    case 'TSTypeLiteral':
      return nodes(node['members']).flatMap((each) => wordsOf(each['key']));
    case 'SwitchStatement':
      return nodes(node['cases']).flatMap((each) => wordsOf(each['test']));
    default:
      return wordsOf(node).flatMap((text) => (/^[\w\s-]+$/.test(text) ? text.split(/\s+/) : []));
  }
}

/** A part of an item: a pair is one by both of its words. */
function partsOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === 'ArrayExpression') return nodes(value['elements']).flatMap(wordsOf);
  if (value.type !== 'ObjectExpression') return wordsOf(value);
  return nodes(value['properties']).flatMap((each) => [...wordsOf(each['key']), ...wordsOf(each['value'])]);
}

function wordsOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === 'Identifier') return [String(value['name'])];
  if (value.type === 'Literal') return [String(value['value'])];
  const [quasi, ...more] = value.type === 'TemplateLiteral' ? nodes(value['quasis']) : [];
  return quasi && more.length === 0 ? [String((quasi['value'] as { cooked: string }).cooked)] : [];
}
