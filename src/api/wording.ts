import { z } from 'zod';

type Fault = z.core.$ZodRawIssue;

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  date: 'a time',
};

export const notEmail = 'is not an e-mail address; send one such as ana@example.com';

/**
 * Error text for a schema fault without its own text: what is wrong and what to send. It follows the field's
 * name.
 */
export function wordsOf(fault: Fault): string | undefined {
  switch (fault.code) {
    case 'invalid_type':
      return fault.expected === 'int' && typeof fault.input === 'number'
        ? 'is not a whole number'
        : typed(typeWords[fault.expected] ?? `what is a ${fault.expected}`)(fault);
    case 'invalid_value':
      return typeof fault.input === 'string' ? notOneOf(fault.values) : typed(oneOf(fault.values))(fault);
    case 'too_small':
      return `is too small; send at least ${fault.minimum}`;
    case 'too_big':
      return fault.origin === 'string'
        ? `is too long; send at most ${fault.maximum} characters`
        : `is too large; send at most ${fault.maximum}`;
    case 'invalid_format':
      return fault.format === 'email' ? notEmail : undefined;
    case 'unrecognized_keys':
      return `is not a known field; send ${fieldsOf(fault.inst)}`;
    case 'invalid_key':
      return fault.issues[0]?.message;
    case 'custom':
    case 'invalid_element':
    case 'invalid_union':
    case 'not_multiple_of':
      return undefined;
  }
}

/** Error text for a missing field or a wrong type; `wanted` describes the right type. */
export function typed(wanted: string) {
  return ({ input }: Pick<Fault, 'input'>): string =>
    `${input === undefined ? 'is required' : 'has the wrong type'}; send ${wanted}`;
}

/** Error text for a value that is not one of the choices. */
export function notOneOf(choices: readonly unknown[]): string {
  return `is not an allowed value; send ${oneOf(choices)}`;
}

const oneOf = (choices: readonly unknown[]): string => `one of ${choices.map(String).join(', ')}`;

function fieldsOf(schema: unknown): string {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return names.length === 0 ? 'no field' : `only ${names.join(', ')}`;
}
