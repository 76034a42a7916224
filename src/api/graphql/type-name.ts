import { declared } from '../../domain/noun/all.js';
import { capital } from '../../domain/noun/declare.js';

const names = new Map<string, string>(declared.map(({ noun, name }) => [noun, name]));

/** The GraphQL type name of a noun. */
export const typeNameOf = (noun: string): string => names.get(noun) ?? capital(noun);
