import { useEffect, useState, type RefObject } from 'react';

/** Rows above and below the window that are drawn too, so that scrolling shows no gap. */
const margin = 10;

interface Sight {
  readonly from: number;
  readonly to: number;
  /** Height of a row in pixels, which the style sheet sets as --row. */
  readonly height: number;
}

const first: Sight = { from: 0, to: 40, height: 36 };

function sightOf(list: HTMLElement): Sight {
  const height = Number(getComputedStyle(list).getPropertyValue('--row')) || first.height;
  const above = Math.max(0, -list.getBoundingClientRect().top);
  const from = Math.max(0, Math.floor(above / height) - margin);
  return { from, to: from + Math.ceil(innerHeight / height) + 2 * margin, height };
}

/** The visible rows of a long list. Only these are rendered. */
export function useSight(list: RefObject<HTMLElement | null>, count: number): Sight {
  const [sight, setSight] = useState(first);
  useEffect(() => {
    const look = (): void => {
      if (list.current === null) return;
      const next = sightOf(list.current);
      setSight((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [list]);
  // The list may now be shorter than the scroll position.
  const from = Math.max(0, Math.min(sight.from, count - (sight.to - sight.from)));
  return { ...sight, from, to: from + sight.to - sight.from };
}
