import { declared } from '../../domain/noun/all.js';
import { capital } from '../../domain/noun/declare.js';

const names = new Map<string, string>(declared.map(({ noun, name }) => [noun, name]));

/** The name that a noun has as a type of the schema, if it is one there. */
export const typeNameOf = (noun: string): string => names.get(noun) ?? capital(noun);
