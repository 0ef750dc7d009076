import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusPage } from './page-heading.tsx';

/** Where a reader goes on who was here: at the end of the list before it, in what can be scrolled, or at the heading. */
function heirOf(place: HTMLElement): HTMLElement | null {
  const list = place.previousElementSibling;
  if (list?.matches('ul, ol')) return list.lastElementChild as HTMLElement | null;
  return place.closest<HTMLElement>('[tabindex="0"]');
}

function focusOn(heir: HTMLElement | null): void {
  if (!heir?.isConnected) {
    focusPage();
    return;
  }
  if (heir.tabIndex < 0) {
    heir.tabIndex = -1;
    heir.addEventListener('blur', () => heir.removeAttribute('tabindex'), { once: true });
  }
  heir.focus({ preventScroll: true });
}

/**
 * For what vanishes when it has been used, such as the button behind a list: the focus goes on from the nearest place
 * instead of to the beginning of the document, before whatever has come meanwhile. Give the answer to the element that
 * vanishes.
 */
export function useFocusHeir<E extends HTMLElement>(): RefObject<E | null> {
  const place = useRef<E>(null);
  useLayoutEffect(() => {
    const element = place.current;
    let heir: HTMLElement | null = null;
    const choose = () => {
      heir = element && heirOf(element);
    };
    element?.addEventListener('click', choose, true);
    return () => {
      element?.removeEventListener('click', choose, true);
      if (element?.contains(document.activeElement)) focusOn(heir);
    };
  }, []);
  return place;
}
