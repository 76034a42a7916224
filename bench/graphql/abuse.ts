const times = (count: number, make: (nth: number) => string): string =>
  Array.from({ length: count }, (_, nth) => make(nth)).join(' ');

/** Documents beyond a limit, each of a different kind. All are refused before anything is read. */
export const abusive: readonly string[] = [
  `${'{ payouts '.repeat(400)}{ id }${' }'.repeat(400)}`,
  `{ payouts(first: 100) { nodes { events(first: 100) { id body } } } }`,
  `{ caller { ${times(40, (nth) => `a${nth}: name`)} } }`,
  `{ caller { ${times(3_000, () => 'name')} } }`,
  `{ payouts { nodes { ${times(150, (nth) => `x: ${['id', 'status', 'method'][nth % 3]}`)} } } }`,
  `{ caller { ...f0 } } ${times(60, (nth) => `fragment f${nth} on Caller { ...f${nth + 1} ...f${nth + 1} }`)} fragment f60 on Caller { nothing }`,
];
