import { useEffect, useLayoutEffect, useRef } from 'react';
import { useSelector, useStore } from 'react-redux';
import { type FeedSection, sectionLeft, selectScroll } from '../../state/feed.ts';

/** Stores the scroll position of each section and restores it when the section is opened again. */
export function useSectionScroll(section: FeedSection): void {
  const store = useStore();
  const storedScroll = useSelector(selectScroll);
  const heights = useRef(storedScroll);
  const height = useRef(0);

  useEffect(() => {
    heights.current = storedScroll;
  });

  useLayoutEffect(() => {
    window.scrollTo(0, heights.current[section]);
    height.current = heights.current[section];
    const follow = () => {
      height.current = window.scrollY;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => {
      window.removeEventListener('scroll', follow);
      store.dispatch(sectionLeft({ section, scroll: height.current }));
    };
  }, [section, store]);
}
