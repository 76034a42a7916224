/** The dates, in UTC, since when and until when an operation is served that nobody shall begin to use. */
export interface Deprecation {
  readonly since: string;
  /** Not served any more from then on. */
  readonly sunset: string;
  /** The operation to use in its place, or what to do. */
  readonly instead: string;
}

const timeOf = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** RFC 9745 and RFC 8594, with the place at which people read about it. */
export function deprecationHeaders(
  { since, sunset }: Deprecation,
  operationId: string,
): Readonly<Record<'Deprecation' | 'Sunset' | 'Link', string>> {
  return {
    Deprecation: `@${timeOf(since).getTime() / 1000}`,
    Sunset: timeOf(sunset).toUTCString(),
    Link: `</v1/docs#${operationId}>; rel="deprecation"; type="text/html"`,
  };
}

export const deprecationWords = ({ since, sunset, instead }: Deprecation): string =>
  `Deprecated since ${since}, removed on ${sunset}: ${instead}`;
