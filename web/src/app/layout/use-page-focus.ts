import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { keepsPlace } from '../../shared/keeps-place.ts';
import { focusPage } from '../../ui/index.ts';

/**
 * Moves the focus to the heading of the page that a link has opened, as the browser does between documents, so that
 * screen readers say where the reader is. Going back leaves the place alone.
 */
export function usePageFocus(): void {
  const { pathname, state } = useLocation();
  const how = useNavigationType();
  const last = useRef(pathname);

  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (how === 'POP' || keepsPlace(state)) return;
    focusPage();
  }, [pathname, state, how]);
}
