import { registerEnumType } from 'type-graphql';

/** An enum of the schema, its values spelled as REST spells them, each with what it means. */
export function enumOf<const V extends string>(
  name: string,
  description: string,
  values: Readonly<Record<V, string>>,
): { readonly [K in V]: K } {
  const names = Object.keys(values) as V[];
  const made = Object.fromEntries(names.map((value) => [value, value])) as { readonly [K in V]: K };
  const valuesConfig = Object.fromEntries(
    names.map((value) => [value, { description: values[value] }]),
  ) as Record<V, { description: string }>;
  registerEnumType(made, { name, description, valuesConfig });
  return made;
}
