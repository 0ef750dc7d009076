import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusPage } from './page-heading.tsx';

/**
 * Returns the next focus target when an element disappears: the last item in the preceding list, or the enclosing
 * scroll container; null if there is none.
 */
function findFocusFallback(place: HTMLElement): HTMLElement | null {
  const list = place.previousElementSibling;
  if (list?.matches('ul, ol')) return list.lastElementChild as HTMLElement | null;
  return place.closest<HTMLElement>('[tabindex="0"]');
}

function focusElement(fallback: HTMLElement | null): void {
  if (!fallback?.isConnected) {
    focusPage();
    return;
  }
  if (fallback.tabIndex < 0) {
    fallback.tabIndex = -1;
    fallback.addEventListener('blur', () => fallback.removeAttribute('tabindex'), { once: true });
  }
  fallback.focus({ preventScroll: true });
}

/**
 * Manages the focus for an element that disappears after use, such as the button after a list. Moves the focus to the
 * nearest target instead of the start of the document. Pass the returned ref to the disappearing element.
 */
export function useFocusFallback<E extends HTMLElement>(): RefObject<E | null> {
  const elementRef = useRef<E>(null);
  useLayoutEffect(() => {
    const element = elementRef.current;
    let fallback: HTMLElement | null = null;
    const choose = () => {
      fallback = element && findFocusFallback(element);
    };
    element?.addEventListener('click', choose, true);
    return () => {
      element?.removeEventListener('click', choose, true);
      if (element?.contains(document.activeElement)) focusElement(fallback);
    };
  }, []);
  return elementRef;
}
