import { useEffect } from 'react';

/** What the browser's tab is named without a page. */
let program = document.title;

/** Names the program, such as "Sandbox · Console", in the reader's language. */
export function nameProgram(name: string): void {
  program = name;
  document.title = name;
}

/** Names the browser's tab for as long as the page is open. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${program}`;
    return () => {
      document.title = program;
    };
  }, [title]);
}

/** The heading of a screen, which also names the browser's tab. */
export function Title({ children }: { readonly children: string }) {
  usePageTitle(children);
  return <h1>{children}</h1>;
}
