import { readFileSync } from 'node:fs';

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
export const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
export const spaced = (name: string): string => kebab(name).replaceAll('-', ' ');
/** `payout-note` → `payoutNote`. */
export const camel = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_separator, letter: string) => letter.toUpperCase());

/** What is new, as the command line names it. */
export interface Naming {
  readonly noun: string;
  /** Plural in sentences. */
  readonly many: string;
  /** Of its ids. */
  readonly prefix: string;
  /** A sentence. */
  readonly says: string;
  /** Of an act. */
  readonly verb?: string;
}

/** A file of `template/`, in which `{{name}}` stands for each form of the names. */
export function filled(template: string, { noun, many, prefix, says, verb = '' }: Naming): string {
  const one = spaced(noun);
  const forms: Readonly<Record<string, string>> = {
    noun,
    Noun: capital(noun),
    file: kebab(noun),
    table: kebab(noun).replaceAll('-', '_'),
    path: many.replaceAll(' ', '-'),
    a: /^[aeio]/.test(one) ? 'an' : 'a',
    one,
    many,
    Many: capital(many),
    prefix,
    verb,
    Verb: capital(verb),
    sentence: says,
    says: JSON.stringify(says),
  };
  const text = readFileSync(`src/tools/new/template/${template}.txt`, 'utf8');
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => forms[name] ?? whole);
}
