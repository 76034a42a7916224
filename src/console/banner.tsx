import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Icon } from './part.js';

const themes = ['system', 'light', 'dark'] as const;

/** Switches the colours: system, light, dark. */
export function Theme() {
  const [theme, setTheme] = useState(() => localStorage.getItem('psp.theme') ?? 'system');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    localStorage.setItem('psp.theme', theme);
  }, [theme]);
  const next = themes[(themes.indexOf(theme as 'system') + 1) % themes.length] ?? 'system';
  return (
    <button type="button" className="theme" onClick={() => setTheme(next)} aria-label={`Colours: ${theme}`}>
      <Icon name={theme === 'dark' || theme === 'light' ? theme : 'system'} />
    </button>
  );
}

export function SearchBox() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || isTyping(event.target)) return;
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
          aria-label="Find anything"
          placeholder="Id, key, reference, e-mail…  /"
          autoComplete="off"
        />
      </form>
    </search>
  );
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));
