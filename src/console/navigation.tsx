import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from './part.js';
import { words } from './words/speech.js';

/** Whether the menu of screens is open on narrow windows. Escape closes it. */
function useOpen() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setOpen(false);
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [isOpen]);
  return { isOpen, setOpen };
}

interface NavigationProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** The menu of all pages, with a button that opens it on narrow windows. It shows the entry of the present page. */
export function Navigation({ label, children }: NavigationProps) {
  const { isOpen, setOpen } = useOpen();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('a.active')?.scrollIntoView({ block: 'nearest' });
  }, [path, isOpen]);
  return (
    <>
      <button type="button" className="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="menu" /> {words.frame.menu}
      </button>
      <nav
        className={isOpen ? 'side open' : 'side'}
        aria-label={label}
        ref={nav}
        onClick={() => setOpen(false)}
      >
        {children}
      </nav>
    </>
  );
}
