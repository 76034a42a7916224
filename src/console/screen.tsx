import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { hasEntered } from './client.js';
import { Unanswered } from './unanswered.js';
import { words } from './words/speech.js';

/** Moves the focus into a page that a link or a sign-in opened, so that Tab goes on there and not before its menu. */
function useFocusIn(main: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const before = useRef(hasEntered() ? '' : path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [main, path]);
}

/** The frame of every signed-in page; its first link skips to the content. */
export function Screen({
  banner,
  side,
}: {
  readonly banner: ReactNode;
  readonly side: ReactNode;
}): ReactNode {
  const main = useRef<HTMLElement>(null);
  useFocusIn(main);
  return (
    <>
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {words.frame.skip}
      </a>
      {banner}
      <div className="frame">
        {side}
        <main id="main" ref={main} tabIndex={-1}>
          <Unanswered />
          <Outlet />
        </main>
      </div>
    </>
  );
}
