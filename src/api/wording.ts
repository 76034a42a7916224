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

/** Says what is wrong with a value and what to send, to stand behind the field's name: where its schema says nothing. */
export function wordsOf(fault: Fault): string | undefined {
  switch (fault.code) {
    case 'invalid_type':
      return fault.expected === 'int' && typeof fault.input === 'number'
        ? 'is no whole number; send one without a fraction'
        : typed(typeWords[fault.expected] ?? `what is a ${fault.expected}`)(fault);
    case 'invalid_value':
      return typeof fault.input === 'string' ? notOneOf(fault.values) : typed(oneOf(fault.values))(fault);
    case 'too_small':
      return `is too small; send ${fault.minimum} at least`;
    case 'too_big':
      return fault.origin === 'string'
        ? `is too long; send ${fault.maximum} characters at most`
        : `is too great; send ${fault.maximum} at most`;
    case 'invalid_format':
      return fault.format === 'email' ? notEmail : undefined;
    case 'unrecognized_keys':
      return `is not a field that is known here; send ${fieldsOf(fault.inst)}`;
    case 'invalid_key':
      return fault.issues[0]?.message;
    case 'custom':
    case 'invalid_element':
    case 'invalid_union':
    case 'not_multiple_of':
      return undefined;
  }
}

/** The words of a field that is left out or of a wrong type, by what it takes. */
export function typed(wanted: string) {
  return ({ input }: Pick<Fault, 'input'>): string =>
    `${input === undefined ? 'is required' : 'has the wrong type'}; send ${wanted}`;
}

/** The words of a text that is none of the choices. */
export function notOneOf(choices: readonly unknown[]): string {
  return `is not one of its choices; send ${oneOf(choices)}`;
}

const oneOf = (choices: readonly unknown[]): string => `one of ${choices.map(String).join(', ')}`;

function fieldsOf(schema: unknown): string {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return names.length === 0 ? 'no field' : `no other than ${names.join(', ')}`;
}
