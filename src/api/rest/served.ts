import type { JsonObject as Json } from '../json.js';
import { routes } from './routes.js';

interface Printed extends Json {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>;
  readonly components: { readonly schemas: Json; readonly responses: Json };
}

export interface Deployment {
  readonly environment: 'sandbox' | 'live';
  /** `/` if unknown: clients resolve it against the document's URL (OpenAPI 3.1 §4.8.5). */
  readonly origin: string;
}

/** The API description as served by a deployment: with its origin, and in live without sandbox parts. */
export function servedDescription(openapiText: string, { environment, origin }: Deployment): string {
  const printed = JSON.parse(environment === 'live' ? inLive(openapiText) : openapiText) as Printed;
  const served = environment === 'live' ? withoutSandbox(printed) : printed;
  return `${JSON.stringify({ ...served, servers: [{ url: origin }] }, null, 2)}\n`;
}

/** Live examples, without text about simulator tags. */
const inLive = (text: string): string =>
  text
    .replaceAll(/[.;] [Ii]n sandbox it may (?:hold|contain) a sim: tag\./g, '.')
    .replace('psp_test_… in sandbox, psp_live_… in live.', 'psp_live_….')
    .replaceAll('psp_test_', 'psp_live_')
    .replaceAll('"environment": "sandbox"', '"environment": "live"')
    .replaceAll('"livemode": false', '"livemode": true');

function withoutSandbox(printed: Printed): Printed {
  const sandboxOnly = new Set(
    routes.flatMap((each) => (each.sandboxOnly ? [`${each.method.toLowerCase()} ${each.path}`] : [])),
  );
  const paths = Object.fromEntries(
    Object.entries(printed.paths).flatMap(([path, methods]) => {
      const served = Object.entries(methods).filter(([method]) => !sandboxOnly.has(`${method} ${path}`));
      return served.length === 0 ? [] : [[path, Object.fromEntries(served)]];
    }),
  );
  const used = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(tagsOf)));
  const chapters = printed.info.description.split(/^(?=## )/m);
  const description = chapters.filter((chapter) => !chapter.includes('sim:')).join('');
  return withoutUnused({
    ...printed,
    info: { ...printed.info, description: description.trim() },
    tags: printed.tags.filter(({ name }) => used.has(name)),
    paths,
  });
}

const tagsOf = ({ tags }: { readonly tags: readonly string[] }): readonly string[] => tags;

/** Removes schemas and responses that are no longer referenced. */
function withoutUnused(printed: Printed): Printed {
  const { components } = printed;
  const reached = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part ?? null).matchAll(
      /"#\/components\/(schemas|responses)\/([\w.]+)"/g,
    )) {
      if (reached.has(`${kind}/${name}`)) continue;
      reached.add(`${kind}/${name}`);
      visit((components[kind as 'schemas' | 'responses'] as Record<string, unknown>)[name]);
    }
  };
  visit([printed.paths, printed['webhooks']]);
  const partsOf = (kind: 'schemas' | 'responses'): Json =>
    Object.fromEntries(Object.entries(components[kind]).filter(([name]) => reached.has(`${kind}/${name}`)));
  return {
    ...printed,
    components: { ...components, schemas: partsOf('schemas'), responses: partsOf('responses') },
  };
}
