import { Outlet } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { Unanswered } from './unanswered.js';
import { words } from './words/speech.js';

/** The frame of every signed-in page; its first link skips to the content. */
export function Screen({
  banner,
  side,
}: {
  readonly banner: ReactNode;
  readonly side: ReactNode;
}): ReactNode {
  const main = useRef<HTMLElement>(null);
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
