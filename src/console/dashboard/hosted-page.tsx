import { useEffect, useRef, useState, type CSSProperties, type FormEvent, type ReactNode } from 'react';
import { catalogue } from '../catalogue.js';
import { Loaded } from '../part.js';
import { moneyText } from '../text.js';
import { Title } from '../title.js';
import { words } from '../words/speech.js';
import { Check, Field, Picker, filledIn, nested } from './field.js';
import { faultsOf, Wrong } from '../wrong.js';
import { mayWrite, useMe } from './me.js';
import { Fault, RestAct, useRest, useRestGet } from './rest-act.js';

/** The answer of GET and PUT /v1/hosted-page. */
interface Page {
  readonly id?: string;
  readonly enabled: boolean;
  readonly branding_mode: string;
  readonly brand_name: string;
  readonly colors: Readonly<Record<Colour, string>>;
  readonly radius: string;
  readonly font: string;
  readonly logo_url?: string;
  readonly logo_error?: string;
  readonly favicon_url?: string;
  readonly favicon_error?: string;
  readonly support: Readonly<Partial<Record<'email' | 'phone' | 'url', string>>>;
  readonly legal: Readonly<Partial<Record<'name' | 'terms_url' | 'privacy_url', string>>>;
  readonly public_start: boolean;
  readonly white_label_entitled: boolean;
}

const colours = ['background', 'surface', 'text', 'border', 'primary', 'secondary'] as const;
type Colour = (typeof colours)[number];

const path = '/v1/hosted-page';

/** What the account's customers see where they pay, and how it looks. */
export function HostedPage(): ReactNode {
  const query = useRestGet<Page>(path);
  return (
    <>
      <header className="head">
        <Title>{words.frame.hostedPage}</Title>
      </header>
      <Loaded query={query}>{(page) => <Editor stored={page} />}</Loaded>
    </>
  );
}

type Draft = Readonly<Record<string, string>>;

/** The form as it is sent: empty fields get their defaults. */
const bodyOf = (draft: Draft): object =>
  nested({
    ...draft,
    enabled: draft['enabled'] === 'on',
    public_start: draft['public_start'] === 'on',
  });

function Editor({ stored }: { readonly stored: Page }) {
  const writes = mayWrite(useMe());
  const form = useRef<HTMLFormElement>(null);
  const [saved, setSaved] = useState(stored);
  const [isSaved, setIsSaved] = useState(false);
  const [draft, setDraft] = useState<Draft>();
  const { error, isBusy, run } = useRest<Page>((page) => {
    setSaved(page);
    setIsSaved(true);
  });
  const read = (): void => {
    if (!form.current) return;
    setDraft(filledIn(form.current));
    setIsSaved(false);
  };
  useEffect(() => {
    if (form.current) setDraft(filledIn(form.current));
  }, []);
  const wrong = typeof error?.details['param'] === 'string' ? error.details['param'] : '';
  const field = form.current?.elements.namedItem(wrong);
  useEffect(() => {
    if (error && field instanceof HTMLElement) field.focus();
  }, [error, field]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void run(['PUT', path, bodyOf(filledIn(event.currentTarget))]);
  };
  return (
    <div className="beside">
      <form className="card inputs" ref={form} onSubmit={submit} onInput={read}>
        <Wrong faults={faultsOf(error)}>
          <fieldset className="inputs" disabled={!writes}>
            <legend className="unseen">{words.page.settings}</legend>
            <Brand page={stored} images={saved} />
            <Looks {...stored} />
            <Contacts {...stored} />
          </fieldset>
        </Wrong>
        {!field && <Fault error={error} />}
        {isSaved && (
          <p className="passed" role="status">
            {words.page.saved}
          </p>
        )}
        {writes && (
          <button type="submit" className="main" disabled={isBusy}>
            {isBusy ? words.setting.saving : words.page.save}
          </button>
        )}
      </form>
      <section className="card" aria-labelledby="preview">
        <h2 id="preview">{words.page.preview}</h2>
        {draft && <Sample draft={writes ? draft : flat(stored)} />}
        <Look page={saved} writes={writes} />
      </section>
    </div>
  );
}

const modes = ['platform', 'co_branded', 'white_label'] as const;

/** Corners of boxes and of buttons, as the page draws them. */
const corners = {
  none: ['0', '0'],
  sm: ['4px', '4px'],
  md: ['8px', '8px'],
  lg: ['16px', '12px'],
  full: ['24px', '999px'],
} as const satisfies Record<string, readonly [box: string, button: string]>;
const radii = ['none', 'sm', 'md', 'lg', 'full'] as const satisfies readonly (keyof typeof corners)[];

/** A font by its name: `open_sans` is Open Sans. */
const fontName = (font: string): string =>
  font === 'system'
    ? words.page.deviceFont
    : words.page.fontNamed(
        font
          .split('_')
          .map((part) => (part === 'dm' ? 'DM' : part.charAt(0).toUpperCase() + part.slice(1)))
          .join(' '),
      );

interface BrandProps {
  readonly page: Page;
  /** Why an image of the last saved version is not shown. */
  readonly images: Pick<Page, 'logo_error' | 'favicon_error'>;
}

function Brand({ page, images }: BrandProps) {
  const allowed = modes.filter(
    (mode) => mode !== 'white_label' || page.white_label_entitled || page.branding_mode === mode,
  );
  return (
    <>
      <Check name="enabled" label={words.page.canOpen} hint={words.page.canOpenHint} isOn={page.enabled} />
      <Check
        name="public_start"
        label={words.page.anyone}
        hint={words.page.anyoneHint}
        isOn={page.public_start}
      />
      <h2>{words.page.brand}</h2>
      <Picker
        name="branding_mode"
        label={words.page.whose}
        usual={page.branding_mode}
        options={allowed.map((mode) => [mode, words.page.modes[mode]])}
      />
      <Field name="brand_name" label={words.page.brandName} usual={page.brand_name} max={80} />
      <Field
        name="logo_url"
        label={words.page.logo}
        type="url"
        usual={page.logo_url}
        hint={images.logo_error ? words.page.logoFault(images.logo_error) : words.page.logoHint}
      />
      <Field
        name="favicon_url"
        label={words.page.icon}
        type="url"
        usual={page.favicon_url}
        hint={images.favicon_error && words.page.iconFault(images.favicon_error)}
      />
    </>
  );
}

function Looks({ colors, radius, font }: Page) {
  return (
    <>
      <h2>{words.page.looks}</h2>
      <div className="colours">
        {colours.map((name) => (
          <Field
            key={name}
            name={`colors.${name}`}
            label={words.page.colours[name]}
            type="color"
            isRequired
            usual={colors[name]}
          />
        ))}
      </div>
      <Picker
        name="radius"
        label={words.page.corners}
        usual={radius}
        options={radii.map((each) => [each, words.page.radii[each]])}
      />
      <Picker
        name="font"
        label={words.page.font}
        usual={font}
        options={Object.keys(catalogue.enums['HostedPageFont'] ?? {}).map((each) => [each, fontName(each)])}
      />
    </>
  );
}

function Contacts({ support, legal }: Page) {
  return (
    <>
      <h2>{words.page.help}</h2>
      <Field name="support.email" label={words.page.mail} type="email" usual={support.email} />
      <Field
        name="support.phone"
        label={words.page.phone}
        usual={support.phone}
        hint={words.page.phoneHint}
      />
      <Field name="support.url" label={words.page.helpPage} type="url" usual={support.url} />
      <h2>{words.page.legal}</h2>
      <Field name="legal.name" label={words.page.company} usual={legal.name} max={140} />
      <Field name="legal.terms_url" label={words.page.terms} type="url" usual={legal.terms_url} />
      <Field name="legal.privacy_url" label={words.page.privacy} type="url" usual={legal.privacy_url} />
    </>
  );
}

/** What a disabled form would have given. */
const flat = ({ colors, legal, brand_name, branding_mode, radius }: Page): Draft => ({
  brand_name,
  branding_mode,
  radius,
  ...Object.fromEntries(Object.entries(colors).map(([name, colour]) => [`colors.${name}`, colour])),
  ...(legal.name && { 'legal.name': legal.name }),
});

/** Black or white, whichever is read better on a colour. */
function onto(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

/** The colours, corners and name of the form on a part of the page. The page refuses to be shown in a frame. */
function Sample({ draft }: { readonly draft: Draft }) {
  const colour = (name: Colour): string => draft[`colors.${name}`] ?? '';
  const radius = radii.find((each) => each === draft['radius']) ?? 'none';
  const [box, button] = corners[radius];
  const isOwn = draft['branding_mode'] !== 'platform';
  const page: CSSProperties = { background: colour('background'), borderRadius: box };
  const surface: CSSProperties = {
    background: colour('surface'),
    color: colour('text'),
    border: `1px solid ${colour('border')}`,
    borderRadius: box,
  };
  const go: CSSProperties = {
    background: colour('primary'),
    color: onto(colour('primary')),
    borderRadius: button,
  };
  return (
    <div className="sample" aria-hidden="true" style={page}>
      <div style={surface}>
        <strong>{(isOwn && draft['brand_name']) || words.page.platformName}</strong>
        <span>{words.page.youSend}</span>
        <b>{moneyText({ amount: '100.00', currency: 'MXN' })}</b>
        <i style={{ background: colour('secondary') }} />
        <span className="go" style={go}>
          {words.page.next}
        </span>
        {draft['legal.name'] && <small style={{ color: 'inherit' }}>{draft['legal.name']}</small>}
      </div>
    </div>
  );
}

/** Links to the saved page. */
function Look({ page, writes }: { readonly page: Page; readonly writes: boolean }) {
  if (!page.enabled) return <p className="note">{words.page.saveToSee}</p>;
  return (
    <>
      <p className="note">{words.page.alsoShows}</p>
      {page.public_start && page.id && (
        <p>
          <a href={`/p/${page.id}`} target="_blank" rel="noreferrer">
            {words.page.openPublic}
          </a>
        </p>
      )}
      {writes && (
        <RestAct
          request={['POST', '/v1/hosted-sessions', {}]}
          says={({ path: at }) =>
            typeof at === 'string' && (
              <a href={at} target="_blank" rel="noreferrer">
                {words.page.openSession}
              </a>
            )
          }
        >
          {words.page.createSession}
        </RestAct>
      )}
    </>
  );
}
