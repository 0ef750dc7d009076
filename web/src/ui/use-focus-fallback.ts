import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusPage } from './page-heading.tsx';

/** Returns the next focus target: the last item in the preceding list, or the enclosing scroll container. */
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

/** Moves the focus from an element that disappears after use to the nearest target. Pass it the returned ref. */
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
