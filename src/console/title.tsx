import { useEffect } from 'react';

/** The title of the HTML page. */
let program: string | undefined;

/** Names the browser's tab for as long as the page is open. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const own = (program ??= document.title);
    document.title = `${title} · ${own}`;
    return () => {
      document.title = own;
    };
  }, [title]);
}

/** The heading of a screen, which also names the browser's tab. */
export function Title({ children }: { readonly children: string }) {
  usePageTitle(children);
  return <h1>{children}</h1>;
}
