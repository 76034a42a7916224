/** Dates (UTC) of a deprecated operation. */
export interface Deprecation {
  readonly since: string;
  /** The operation is no longer served from this date. */
  readonly sunset: string;
  /** The replacement, or what to do. */
  readonly instead: string;
}

const timeOf = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** Headers of RFC 9745 and RFC 8594, with a link to the documentation. */
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
