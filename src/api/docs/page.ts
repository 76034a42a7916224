import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { nameOf, readDescription, type Description, type Shape } from './description.js';
import { markup, Markup, slug } from '../markup.js';
import { guides, startPart } from './guide.js';
import { operationPart, verb } from './operation.js';
import { phrase, prose } from './prose.js';
import { errorTable, eventTable } from './reference.js';
import { fieldList, fieldsOf, type View } from './shape.js';
import { style } from './style.js';

type Environment = 'sandbox' | 'live';

const script = readFileSync(new URL('../../../assets/docs.js', import.meta.url), 'utf8');
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Security headers of the page: it may use its own style and script, and in sandbox call this service. */
export const docsHeaders = (environment: Environment): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    ...(environment === 'sandbox' ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
});

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Markup;
  /** Sub-entries in the table of contents: id, text, and HTTP method of an operation. */
  readonly inner?: readonly (readonly [id: string, words: string, method: string])[];
}

/** The reference of /v1 (supplement §9): the printed API description and the guides, as one page. */
export function docsPage(openapiText: string, environment: Environment): string {
  const description = readDescription(openapiText);
  const { info } = description;
  const parts = partsOf(description);
  const lists = environment === 'sandbox' ? JSON.stringify(Object.fromEntries(description.lists)) : undefined;
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}: reference of /v1</title>
<style>${new Markup(style)}</style>
</head>
<body${lists === undefined ? undefined : markup` data-lists="${lists}"`}>
<a class="skip" href="#main">Skip to the content</a>
<header><h1>${info.title} <span>reference of /v1</span></h1></header>
<nav aria-label="Contents"><details><summary>Contents</summary>${parts.map(contentsOf)}</details></nav>
<main id="main" tabindex="-1">
${parts.flatMap(({ sections }) => sections).map(sectionPart)}
</main>
<script>${new Markup(script)}</script>
</body>
</html>
`.text;
}

interface Part {
  readonly title: string;
  readonly sections: readonly Section[];
}

function partsOf(description: Description): Part[] {
  const [introduction = '', ...rest] = description.info.description.split(/^## /m);
  const chapters = new Map(rest.map((chapter) => [chapter.slice(0, chapter.indexOf('\n')), chapter]));
  const taken = new Set<string>();
  const guided = guides(description).map(({ id, title, content, chapter = '' }): Section => {
    const rules = chapters.get(chapter);
    taken.add(chapter);
    return { id, title, content: markup`${content}${rules && rulesOf(chapter, rules)}` };
  });
  const [general, ...more] = [...chapters]
    .filter(([title]) => !taken.has(title))
    .map(([title, chapter]) => chapterSection(title, chapter));
  const start: Section = {
    id: 'start',
    title: 'Start',
    content: markup`${prose(introduction)}
${startPart(description)}
<p>For machines: <a href="/v1/openapi.json">/v1/openapi.json</a>, from which this page is made.</p>`,
  };
  return [
    { title: 'Guides', sections: [start, ...guided.slice(0, 1), ...more, ...guided.slice(1)] },
    { title: 'Operations', sections: groupSections(description) },
    {
      title: 'Reference',
      sections: [
        ...(general === undefined ? [] : [general]),
        headerSection(description),
        { id: 'codes', title: 'Error codes', content: errorTable(description) },
        { id: 'event-types', title: 'Event types', content: eventTable(description) },
      ],
    },
  ];
}

/** The chapter of the API description that follows a guide of its subject. */
function rulesOf(title: string, chapter: string): Markup {
  return markup`<h3 id="about-${slug(title)}">The rules</h3>
${prose(chapter.slice(title.length))}`;
}

function contentsOf({ title, sections }: Part): Markup {
  return markup`<h2>${title}</h2><ul>${sections.map(entryOf)}</ul>`;
}

function entryOf({ id, title, inner = [] }: Section): Markup {
  const below = inner.map(
    ([innerId, words, method]) =>
      markup`<li><a href="#${innerId}">${verb(method)} <span>${words}</span></a></li>`,
  );
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

function chapterSection(title: string, chapter: string): Section {
  return { id: `about-${slug(title)}`, title, content: markup`${prose(chapter.slice(title.length))}` };
}

/** The headers that all requests and responses share. */
function headerSection({ components }: Description): Section {
  const view: View = { side: 'request', schemas: components.schemas, placed: new Set() };
  const fieldOf = (name: string, { description = '', schema }: { description?: string; schema: Shape }) => ({
    name,
    required: false,
    shape: { ...schema, description },
  });
  const sent = Object.values(components.parameters).map((parameter) => fieldOf(parameter.name, parameter));
  const answered = Object.entries(components.headers).map(([name, header]) => fieldOf(name, header));
  const content = markup`<p>Headers of every request:</p>
${fieldList(sent, view)}
<p>Headers of responses, where they apply:</p>
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
      inner: own.map(({ operationId, summary, method }) => [operationId, summary, method] as const),
      content: markup`<p>${phrase(tag.description)}</p>
${own.map((operation) => operationPart(operation, description, placed))}
${schemas.map((name) => schemaPart(name, description, placed))}`,
    };
  });
}

/**
 * Schema of a response → the tag that shows it: the first one with an operation that returns it, alone or in
 * a list.
 */
function placementsOf({ operations, components }: Description): Map<string, string> {
  const placements = new Map<string, string>();
  for (const { tags, answers } of operations) {
    for (const { status, content } of answers) {
      const reference = content?.['application/json']?.schema.$ref;
      if (status >= 300 || reference === undefined) continue;
      const name = nameOf(reference);
      const data = components.schemas[name]?.properties?.['data'];
      const schemaName = data?.items?.$ref === undefined ? name : nameOf(data.items.$ref);
      if (!placements.has(schemaName)) placements.set(schemaName, tags[0] ?? '');
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
