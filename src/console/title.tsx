import { useEffect } from 'react';

/** The title of the HTML page. */
let program: string | undefined;

/** Names the browser's tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    program ??= document.title;
    document.title = `${title} · ${program}`;
  }, [title]);
}

/** The heading of a screen, which also names the browser's tab. */
export function Title({ children }: { readonly children: string }) {
  usePageTitle(children);
  return <h1>{children}</h1>;
}
