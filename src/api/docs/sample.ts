import { markup, preformatted, type Markup } from '../markup.js';

/** The same in each language that has it. */
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

/** One below the other; the script of the page shows the one that the reader chose. */
export function samples(sample: Sample, title: string): Markup {
  const given = languages.flatMap(([language, label, name]) => {
    const text = sample[language];
    if (text === undefined) return [];
    return [
      markup`<div class="sample" data-language="${language}"><p class="label">${name}</p>
${preformatted(text, `${label}: ${title}`)}</div>`,
    ];
  });
  return markup`<div class="samples">${given}</div>`;
}
