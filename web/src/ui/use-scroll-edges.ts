import { type RefObject, useEffect, useRef } from 'react';
import styles from './scroll-edges.module.css';

/** Marks where a list or table that scrolls sideways goes on beyond its edge. */
function mark(place: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = place;
  // Widths that are no whole pixels leave a rest.
  place.toggleAttribute('data-before', scrollLeft > 1);
  place.toggleAttribute('data-after', scrollWidth - clientWidth - scrollLeft > 1);
}

/** For what scrolls sideways: put both on the element, and it fades where there is more to see. */
export function useScrollEdges<Place extends HTMLElement>(): {
  readonly ref: RefObject<Place | null>;
  readonly className: string | undefined;
} {
  const ref = useRef<Place>(null);

  useEffect(() => {
    const place = ref.current;
    if (!place) return;
    const update = () => mark(place);
    update();
    place.addEventListener('scroll', update, { passive: true });
    const sizes = new ResizeObserver(update);
    for (const part of [place, ...place.children]) sizes.observe(part);
    return () => {
      place.removeEventListener('scroll', update);
      sizes.disconnect();
    };
  }, []);

  // What is in it may have become more or less.
  useEffect(() => {
    if (ref.current) mark(ref.current);
  });

  return { ref, className: styles.edges };
}
