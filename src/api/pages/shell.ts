import { href, markup, type Markup, type Part } from '../markup.js';
import { assets } from './asset.js';
import type { Brand } from './brand.js';
import { faultSummary, type Faults } from './form.js';
import { languages, type Language } from './language.js';
import { wordsIn } from './words.js';

/**
 * The form that the language buttons submit, so that nothing typed is lost; on pages without a form, an action and a
 * return page.
 */
export type Switch = { readonly form: string } | { readonly action: string; readonly back: string };

/** Everything on a page except its content. */
export interface Shell {
  readonly language: Language;
  readonly brand: Brand | undefined;
  readonly sandbox: boolean;
  readonly title: string;
  readonly step?: readonly [number: number, of: number] | undefined;
  readonly back?: string | undefined;
  /** Shown above the content, and read out at once by screen readers. */
  readonly notice?: string | undefined;
  readonly faults?: Faults | undefined;
  readonly switch?: Switch | undefined;
  /** The stream that reports changes of the page, and the state that the page shows. */
  readonly live?: { readonly path: string; readonly state: string } | undefined;
}

/** Renders one page. All steps have the same frame. */
export function page(shell: Shell, content: Part): string {
  const { language, brand, title, faults = {} } = shell;
  const words = wordsIn[language];
  const isWrong = Object.keys(faults).length > 0;
  const head = `${isWrong ? words.errorPrefix : ''}${title}${brand === undefined ? '' : ` – ${brand.name}`}`;
  const step = shell.step && markup`<p class="step">${words.step(...shell.step)}</p>`;
  const back =
    shell.back === undefined
      ? undefined
      : markup`<a class="back" href="${href(shell.back)}">${words.back}</a>`;
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${head}</title>
${iconOf(brand)}
<link rel="stylesheet" href="${href(brand?.theme ?? assets.plainTheme)}">
<link rel="stylesheet" href="${href(assets.sheet)}">
<script type="module" src="${href(assets.script)}"></script>
</head>
<body ${liveOf(shell)}>
<a class="skip" href="#main">${words.skip}</a>
${headerOf(shell)}
<main id="main" tabindex="-1">
${back}
${step}
${faultSummary({ faults, words })}
<h1 tabindex="-1">${title}</h1>
${shell.notice && markup`<div class="notice" role="alert"><p>${shell.notice}</p></div>`}
${content}
</main>
<footer>
${switchOf(shell)}
${supportOf(shell)}
${legalOf(shell)}
</footer>
</body>
</html>
`.text;
}

const iconOf = (brand: Brand | undefined): Markup =>
  markup`<link rel="icon" href="${href(brand?.favicon ?? assets.icon)}">`;

const liveOf = ({ live }: Shell): Part => live && markup`data-live="${live.path}" data-state="${live.state}"`;

function headerOf({ brand, language, sandbox }: Shell): Markup | undefined {
  const words = wordsIn[language];
  const test = sandbox ? markup`<p class="test">${words.test}</p>` : undefined;
  if (brand === undefined) return test && markup`<header>${test}</header>`;
  const { name, logo, platform } = brand;
  const brandMark =
    logo === undefined
      ? markup`<span class="brand">${name}</span>`
      : markup`<img class="logo" src="${href(logo)}" alt="${name}">`;
  const by = platform === undefined ? undefined : markup`<span class="by">${words.by(platform)}</span>`;
  return markup`<header>${test}<div class="top">${brandMark}${by}</div></header>`;
}

function switchOf({ language, ...shell }: Shell): Markup | undefined {
  const to = shell.switch;
  if (to === undefined) return undefined;
  const own = 'form' in to ? to.form : 'language';
  const buttons = languages.map((each) => {
    const name = wordsIn[each].language;
    if (each === language) return markup`<li><span aria-current="true" lang="${each}">${name}</span></li>`;
    return markup`<li><button class="plain" form="${own}" name="language" value="${each}" lang="${each}" formnovalidate>${name}</button></li>`;
  });
  const form =
    'form' in to
      ? undefined
      : markup`<form id="language" method="post" action="${href(to.action)}"><input type="hidden" name="back" value="${to.back}"></form>`;
  return markup`<nav class="languages" aria-label="${wordsIn[language].chooseLanguage}"><ul>${buttons}</ul></nav>${form}`;
}

function supportOf({ brand, language }: Shell): Markup | undefined {
  const { email, phone, url } = brand?.support ?? {};
  if (brand === undefined || (email ?? phone ?? url) === undefined) return undefined;
  // Normalized as browsers do: the stored scheme may be in upper case.
  const site = url === undefined ? undefined : new URL(url);
  const links = [
    email === undefined ? [] : [markup`<a href="${href(`mailto:${email}`)}">${email}</a>`],
    phone === undefined ? [] : [markup`<a href="${href(`tel:${phone.replaceAll(' ', '')}`)}">${phone}</a>`],
    site === undefined ? [] : [markup`<a href="${href(site.href)}" rel="noreferrer">${site.hostname}</a>`],
  ].flat();
  return markup`<section class="help" aria-labelledby="help"><h2 id="help">${wordsIn[language].help}</h2><p>${wordsIn[language].helpFrom(brand.name)}</p><ul>${links.map((link) => markup`<li>${link}</li>`)}</ul></section>`;
}

/** The operator of the page, and the documents that apply. */
function legalOf({ brand, language }: Shell): Markup | undefined {
  const { name, terms_url: terms, privacy_url: privacy } = brand?.legal ?? {};
  if ((name ?? terms ?? privacy) === undefined) return undefined;
  const words = wordsIn[language];
  const link = (url: string | undefined, label: string): Part =>
    url !== undefined && markup`<li><a href="${href(new URL(url).href)}" rel="noreferrer">${label}</a></li>`;
  return markup`<section class="legal"><p>${name}</p><ul>${link(terms, words.terms)}${link(privacy, words.privacy)}</ul></section>`;
}
