import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent, type ReactNode } from 'react';
import { chooseZone, useZone, zoneText, type Zone } from './clock.js';
import { Icon } from './part.js';
import { words } from './words/speech.js';

const themes = ['system', 'light', 'dark'] as const;

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

function followSystem(changed: () => void): () => void {
  darkSystem.addEventListener('change', changed);
  return () => darkSystem.removeEventListener('change', changed);
}

interface ThemeState {
  readonly chosen: (typeof themes)[number];
  /** The colours that are shown now. */
  readonly shown: 'light' | 'dark';
  /** Chooses the next of the themes. */
  readonly turn: () => void;
}

/** The colours that the reader chose; the other pages of the console follow. */
export function useTheme(): ThemeState {
  const [theme, setTheme] = useState(() => localStorage.getItem('psp.theme') ?? 'system');
  const system = useSyncExternalStore(followSystem, () => (darkSystem.matches ? 'dark' : 'light'));
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    localStorage.setItem('psp.theme', theme);
  }, [theme]);
  const chosen = themes.find((each) => each === theme) ?? 'system';
  const next = themes[(themes.indexOf(chosen) + 1) % themes.length] ?? 'system';
  return { chosen, shown: chosen === 'system' ? system : chosen, turn: () => setTheme(next) };
}

/** Switches the colours: system, light, dark. */
export const ThemeButton = ({ chosen, turn }: Pick<ThemeState, 'chosen' | 'turn'>) => (
  <button type="button" className="theme" onClick={turn} aria-label={words.frame.colours(chosen)}>
    <Icon name={chosen} />
  </button>
);

export const Theme = () => <ThemeButton {...useTheme()} />;

/** Whether times are shown in UTC or in the reader's zone. */
export function Times() {
  const zone = useZone();
  const here = zoneText();
  return (
    <p>
      <label>
        {words.frame.times}{' '}
        <select value={zone} onChange={({ target }) => chooseZone(target.value as Zone)}>
          <option value="utc">{words.frame.inUtc}</option>
          <option value="local">
            {words.frame.inYourTime}
            {here === 'UTC' ? '' : ` (${here})`}
          </option>
        </select>
      </label>
    </p>
  );
}

/** A menu in the banner. Escape or a click outside closes it. */
export function Menu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: KeyboardEvent | MouseEvent): void => {
      const { current } = menu;
      if (!current?.open) return;
      const isInside = event.target instanceof Node && current.contains(event.target);
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : isInside) return;
      current.open = false;
      if (event instanceof KeyboardEvent) current.querySelector('summary')?.focus();
    };
    addEventListener('keydown', close);
    addEventListener('click', close);
    return () => {
      removeEventListener('keydown', close);
      removeEventListener('click', close);
    };
  }, []);
  return (
    <details className="me" ref={menu}>
      <summary>
        <Icon name="person" /> <span>{label}</span>
      </summary>
      <div>{children}</div>
    </details>
  );
}

export function SearchBox() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const find = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    if (text === '') return;
    // A search text may be personal, so it is kept in the page's state and not in its URL.
    void navigate({ to: '/search', state: (before) => ({ ...before, sought: text }) });
    if (field.current) field.current.value = '';
  };
  return (
    <search className="find">
      <form onSubmit={find}>
        <input
          ref={field}
          type="search"
          aria-label={words.frame.search}
          placeholder={words.frame.searchHint}
          autoComplete="off"
        />
      </form>
    </search>
  );
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));
