import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { keepsScrollAndFocus } from '../../shared/navigation-state.ts';

/** Scroll positions by history entry, in pixels. */
const scrollPositions = new Map<string, number>();

/** Opens pages at the top and restores the position on back navigation. The home page manages its own positions. */
export function useScrollRestoration(): void {
  const { key, pathname, state } = useLocation();
  const navigationType = useNavigationType();
  const before = useRef({ key, pathname });

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const restoreNativeScrolling = () => {
      history.scrollRestoration = 'auto';
    };
    window.addEventListener('pagehide', restoreNativeScrolling);
    return () => window.removeEventListener('pagehide', restoreNativeScrolling);
  }, []);

  useLayoutEffect(() => {
    const last = before.current;
    before.current = { key, pathname };
    if (last.key === key || (navigationType !== 'POP' && keepsScrollAndFocus(state))) return;
    if (pathname !== '/') window.scrollTo(0, navigationType === 'POP' ? (scrollPositions.get(key) ?? 0) : 0);
    else if (last.pathname === '/' && navigationType !== 'POP') window.scrollTo(0, 0);
  }, [key, pathname, state, navigationType]);

  useEffect(() => {
    const keep = () => scrollPositions.set(key, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [key]);
}
