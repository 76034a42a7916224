import { useEffect, useRef, useState, type CSSProperties, type FormEvent, type ReactNode } from 'react';
import { catalogue } from '../catalogue.js';
import { Loaded } from '../part.js';
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

const colours = {
  background: 'Background',
  surface: 'Boxes',
  text: 'Text',
  border: 'Borders',
  primary: 'Buttons and links',
  secondary: 'Accents',
} as const;
type Colour = keyof typeof colours;

const path = '/v1/hosted-page';

/** What the account's customers see where they pay, and how it looks. */
export function HostedPage(): ReactNode {
  const query = useRestGet<Page>(path);
  return (
    <>
      <header className="head">
        <h1>Hosted page</h1>
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
      <form className="card places" ref={form} onSubmit={submit} onInput={read}>
        <Wrong faults={faultsOf(error)}>
          <fieldset className="places" disabled={!writes}>
            <legend className="unseen">Settings of the page</legend>
            <Brand page={stored} images={saved} />
            <Looks {...stored} />
            <Contacts {...stored} />
          </fieldset>
        </Wrong>
        {!field && <Fault error={error} />}
        {isSaved && (
          <p className="passed" role="status">
            Saved. Customers see it now.
          </p>
        )}
        {writes && (
          <button type="submit" className="main" disabled={isBusy}>
            {isBusy ? 'Saving…' : 'Save'}
          </button>
        )}
      </form>
      <section className="card" aria-labelledby="preview">
        <h2 id="preview">Preview</h2>
        {draft && <Sample draft={writes ? draft : flat(stored)} />}
        <Look page={saved} writes={writes} />
      </section>
    </div>
  );
}

const modes = [
  ['platform', "The platform's"],
  ['co_branded', "Yours, with the platform's name"],
  ['white_label', 'Yours only'],
] as const;

/** Corners of boxes and of buttons, as the page draws them. */
const corners: Readonly<Record<string, readonly [box: string, button: string]>> = {
  none: ['0', '0'],
  sm: ['4px', '4px'],
  md: ['8px', '8px'],
  lg: ['16px', '12px'],
  full: ['24px', '999px'],
};

/** Values of a list of the schema, in its words. */
const optionsOf = (type: string, values: readonly string[]): (readonly [string, string])[] =>
  values.map((value) => [value, (catalogue.enums[type]?.[value] ?? value).replace(/\.$/, '')]);
const fonts = optionsOf('HostedPageFont', Object.keys(catalogue.enums['HostedPageFont'] ?? {}));
const radii = optionsOf('HostedPageRadius', Object.keys(corners));

interface BrandProps {
  readonly page: Page;
  /** Why an image of the last saved version is not shown. */
  readonly images: Pick<Page, 'logo_error' | 'favicon_error'>;
}

function Brand({ page, images }: BrandProps) {
  const allowed = modes.filter(
    ([mode]) => mode !== 'white_label' || page.white_label_entitled || page.branding_mode === mode,
  );
  return (
    <>
      <Check
        name="enabled"
        label="Customers can open the page"
        hint="Sessions can be started while this is on."
        isOn={page.enabled}
      />
      <Check
        name="public_start"
        label="Anyone can start a payment"
        hint="Visitors need no session that you created."
        isOn={page.public_start}
      />
      <h2>Brand</h2>
      <Picker name="branding_mode" label="Whose brand" usual={page.branding_mode} options={allowed} />
      <Field name="brand_name" label="Name that customers know" usual={page.brand_name} max={80} />
      <Field
        name="logo_url"
        label="Logo address"
        type="url"
        usual={page.logo_url}
        hint={
          images.logo_error
            ? `The logo is not shown: ${images.logo_error}`
            : 'An https address of an image, at most 512 KiB.'
        }
      />
      <Field
        name="favicon_url"
        label="Icon address"
        type="url"
        usual={page.favicon_url}
        hint={images.favicon_error && `The icon is not shown: ${images.favicon_error}`}
      />
    </>
  );
}

function Looks({ colors, radius, font }: Page) {
  return (
    <>
      <h2>Looks</h2>
      <div className="colours">
        {Object.entries(colours).map(([name, label]) => (
          <Field
            key={name}
            name={`colors.${name}`}
            label={label}
            type="color"
            isRequired
            usual={colors[name as Colour]}
          />
        ))}
      </div>
      <Picker name="radius" label="Corners" usual={radius} options={radii} />
      <Picker name="font" label="Font" usual={font} options={fonts} />
    </>
  );
}

function Contacts({ support, legal }: Page) {
  return (
    <>
      <h2>Help for customers</h2>
      <Field name="support.email" label="E-mail address" type="email" usual={support.email} />
      <Field
        name="support.phone"
        label="Phone"
        usual={support.phone}
        hint="With its country, such as +51987654321."
      />
      <Field name="support.url" label="Help page" type="url" usual={support.url} />
      <h2>Legal</h2>
      <Field name="legal.name" label="Company that customers pay" usual={legal.name} max={140} />
      <Field name="legal.terms_url" label="Terms" type="url" usual={legal.terms_url} />
      <Field name="legal.privacy_url" label="Privacy notice" type="url" usual={legal.privacy_url} />
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
  const [box, button] = corners[draft['radius'] ?? ''] ?? ['', ''];
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
        <strong>{(isOwn && draft['brand_name']) || 'Payments service'}</strong>
        <span>You send</span>
        <b>100.00 MXN</b>
        <i style={{ background: colour('secondary') }} />
        <span className="go" style={go}>
          Continue
        </span>
        {draft['legal.name'] && <small style={{ color: 'inherit' }}>{draft['legal.name']}</small>}
      </div>
    </div>
  );
}

/** Links to the saved page. */
function Look({ page, writes }: { readonly page: Page; readonly writes: boolean }) {
  if (!page.enabled) return <p className="note">Save the page as open to see it with your logo and font.</p>;
  return (
    <>
      <p className="note">The page itself also shows your logo and font.</p>
      {page.public_start && page.id && (
        <p>
          <a href={`/p/${page.id}`} target="_blank" rel="noreferrer">
            Open the public page
          </a>
        </p>
      )}
      {writes && (
        <RestAct
          request={['POST', '/v1/hosted-sessions', {}]}
          says={({ path: at }) =>
            typeof at === 'string' && (
              <a href={at} target="_blank" rel="noreferrer">
                Open the page of the new session
              </a>
            )
          }
        >
          Create a session to see the page
        </RestAct>
      )}
    </>
  );
}
