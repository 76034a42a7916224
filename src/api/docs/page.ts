import { createHash } from 'node:crypto';
import { nameOf, readDescription, type Description, type Shape } from './description.js';
import { markup, Markup, slug } from '../markup.js';
import { operationPart } from './operation.js';
import { phrase, prose } from './prose.js';
import { errorTable, eventTable } from './reference.js';
import { fieldList, fieldsOf, type View } from './shape.js';
import { startPart } from './start.js';
import { style } from './style.js';

/** The page's own headers: it may use its one style and load, run, frame or send nothing. */
export const docsHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Markup;
  /** The entries that the contents list below it: id and words. */
  readonly inner?: readonly (readonly [id: string, words: string])[];
}

/** The reference page of /v1 (supplement §9): the printed API description as one page for people. */
export function docsPage(openapiText: string): string {
  const description = readDescription(openapiText);
  const { info } = description;
  const [introduction = '', ...chapters] = info.description.split(/^## /m);
  const sections: Section[] = [
    { id: 'start', title: 'Start', content: startPart(description) },
    ...chapters.map(chapterSection),
    headerSection(description),
    ...groupSections(description),
    { id: 'codes', title: 'Error codes', content: errorTable(description) },
    { id: 'event-types', title: 'Event types', content: eventTable(description) },
  ];
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}: reference of /v1</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<nav aria-label="Contents"><details><summary>Contents</summary><ul>${sections.map(contentsOf)}</ul></details></nav>
<main id="main">
<h1>${info.title}: reference of /v1</h1>
${prose(introduction)}
<p>For machines: <a href="/v1/openapi.json">/v1/openapi.json</a>, from which this page is made.</p>
${sections.map(sectionPart)}
</main>
</body>
</html>
`.text;
}

function contentsOf({ id, title, inner = [] }: Section): Markup {
  const below = inner.map(([innerId, words]) => markup`<li><a href="#${innerId}">${words}</a></li>`);
  const list = below.length === 0 ? undefined : markup`<ul>${below}</ul>`;
  return markup`<li><a href="#${id}">${title}</a>${list}</li>`;
}

function sectionPart({ id, title, content }: Section): Markup {
  return markup`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${content}
</section>
`;
}

function chapterSection(chapter: string): Section {
  const [title = '', ...lines] = chapter.split('\n');
  return { id: `about-${slug(title)}`, title, content: markup`${prose(lines.join('\n'))}` };
}

/** The headers that every operation takes and answers with besides its own. */
function headerSection({ components }: Description): Section {
  const view: View = { side: 'request', schemas: components.schemas, placed: new Set() };
  const shown = (name: string, { description = '', schema }: { description?: string; schema: Shape }) => ({
    name,
    required: false,
    shape: { ...schema, description },
  });
  const sent = Object.values(components.parameters).map((parameter) => shown(parameter.name, parameter));
  const answered = Object.entries(components.headers).map(([name, header]) => shown(name, header));
  const content = markup`<p>Every request may bear:</p>
${fieldList(sent, view)}
<p>Responses bear, where it applies:</p>
${fieldList(answered, view)}`;
  return { id: 'headers', title: 'Headers', content };
}

function groupSections(description: Description): Section[] {
  const placements = placementsOf(description);
  const placed = new Set(placements.keys());
  return description.tags.map((tag) => {
    const own = description.operations.filter(({ tags }) => tags.includes(tag.name));
    const schemas = [...placements].filter(([, group]) => group === tag.name).map(([name]) => name);
    return {
      id: slug(tag.name),
      title: tag.name,
      inner: own.map(({ operationId, summary }) => [operationId, summary] as const),
      content: markup`<p>${phrase(tag.description)}</p>
${own.map((operation) => operationPart(operation, description, placed))}
${schemas.map((name) => schemaPart(name, description, placed))}`,
    };
  });
}

/** Schema of an answer → the group that shows it: the first that answers with it, alone or in a list. */
function placementsOf({ operations, components }: Description): Map<string, string> {
  const placements = new Map<string, string>();
  for (const { tags, answers } of operations) {
    for (const { status, content } of answers) {
      const reference = content?.['application/json'].schema.$ref;
      if (status >= 300 || reference === undefined) continue;
      const name = nameOf(reference);
      const data = components.schemas[name]?.properties?.['data'];
      const shown = data?.items?.$ref === undefined ? name : nameOf(data.items.$ref);
      if (!placements.has(shown)) placements.set(shown, tags[0] ?? '');
    }
  }
  return placements;
}

function schemaPart(name: string, { components }: Description, placed: ReadonlySet<string>): Markup {
  const view: View = { side: 'answer', schemas: components.schemas, placed };
  const shape = components.schemas[name];
  if (shape === undefined) throw new Error(`the API description has no schema ${name}`);
  return markup`<article class="answer" aria-labelledby="schema-${name}">
<h3 id="schema-${name}"><a href="#schema-${name}">${name}: fields</a></h3>
${fieldsOf(shape, view)}
</article>
`;
}
