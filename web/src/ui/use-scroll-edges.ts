import { type RefObject, useEffect, useRef } from 'react';
import styles from './scroll-edges.module.css';

/** Marks the edges towards which an element can be scrolled sideways. */
function updateEdges(element: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = element;
  // Tolerates the remainder that fractional widths leave.
  element.toggleAttribute('data-before', scrollLeft > 1);
  element.toggleAttribute('data-after', scrollWidth - clientWidth - scrollLeft > 1);
}

/** Returns the ref and the class for an element that scrolls sideways and fades where content is hidden. */
export function useScrollEdges<Place extends HTMLElement>(): {
  readonly ref: RefObject<Place | null>;
  readonly className: string | undefined;
} {
  const ref = useRef<Place>(null);

  useEffect(() => {
    const place = ref.current;
    if (!place) return;
    const update = () => updateEdges(place);
    update();
    place.addEventListener('scroll', update, { passive: true });
    const sizes = new ResizeObserver(update);
    for (const part of [place, ...place.children]) sizes.observe(part);
    return () => {
      place.removeEventListener('scroll', update);
      sizes.disconnect();
    };
  }, []);

  // The width of the content may have changed.
  useEffect(() => {
    if (ref.current) updateEdges(ref.current);
  });

  return { ref, className: styles.edges };
}
