import { markup, preformatted, type Markup } from '../markup.js';

/** The same code in each language. */
export interface Sample {
  readonly shell?: string;
  readonly node?: string;
  readonly python?: string;
}

const languages = [
  ['shell', 'Example', 'curl'],
  ['node', 'Node', 'Node'],
  ['python', 'Python', 'Python'],
] as const;

/** All languages one below the other; the page's script shows the chosen one. */
export function samples(sample: Sample, title: string): Markup {
  const tabs = languages.flatMap(([language, label, name]) => {
    const text = sample[language];
    if (text === undefined) return [];
    return [
      markup`<div class="sample" data-language="${language}"><p class="label">${name}</p>
${preformatted(text, `${label}: ${title}`)}</div>`,
    ];
  });
  return markup`<div class="samples">${tabs}</div>`;
}
