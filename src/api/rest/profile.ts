import { identityDocumentFault } from '../../domain/identity-document.js';
import { refuse } from '../../domain/refusal.js';

/** The profile fields that depend on each other. */
export interface ProfileFields {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly date_of_birth?: string;
  readonly identity_document_type?: string;
  readonly identity_document?: string;
  readonly identity_document_country?: string;
  readonly registration_number?: string;
}

type Name = keyof ProfileFields;

/** Fields for individuals, and fields for businesses (contract §2.7). */
const reserved: Readonly<Record<'individual' | 'business', readonly Name[]>> = {
  individual: ['first_name', 'last_name', 'date_of_birth'],
  business: ['registration_number'],
};

/** Pairs of fields that are given together. */
const together: readonly (readonly [Name, Name])[] = [
  ['first_name', 'last_name'],
  ['last_name', 'first_name'],
  ['identity_document_type', 'identity_document'],
  ['identity_document', 'identity_document_type'],
  ['identity_document_country', 'identity_document'],
];

/**
 * Refuses fields that do not fit the customer's type, incomplete pairs, and documents invalid for their type.
 * The document belongs to the customer's country unless the profile names another.
 */
export function checkProfile(
  { type, country }: { readonly type: 'individual' | 'business'; readonly country: string },
  profile: ProfileFields,
): void {
  const others = type === 'individual' ? reserved.business : reserved.individual;
  const foreign = others.find((name) => profile[name] !== undefined);
  if (foreign !== undefined) invalid(foreign, `is not a field of a customer of type ${type}; remove it`);
  for (const [name, other] of together) {
    if (profile[name] !== undefined && profile[other] === undefined)
      invalid(other, `is required together with ${name}; send both`);
  }
  const { identity_document: number = '', identity_document_type: kind } = profile;
  const issuer = profile.identity_document_country ?? country;
  const fault = identityDocumentFault(number, { type: kind, country: issuer });
  if (fault !== undefined) invalid('identity_document', fault);
}

function invalid(name: Name, what: string): never {
  const param = `profile.${name}`;
  return refuse('invalid_parameter', `${param}: ${what}.`, { param });
}
