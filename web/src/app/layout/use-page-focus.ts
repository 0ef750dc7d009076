import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { keepsScrollAndFocus } from '../../shared/navigation-state.ts';
import { focusPage } from '../../ui/index.ts';

/** Focuses the page heading after a link is followed, so that screen readers announce the page. */
export function usePageFocus(): void {
  const { pathname, state } = useLocation();
  const navigationType = useNavigationType();
  const last = useRef(pathname);

  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (navigationType === 'POP' || keepsScrollAndFocus(state)) return;
    focusPage();
  }, [pathname, state, navigationType]);
}
