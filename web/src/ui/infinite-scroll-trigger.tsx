import { useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/index.ts';
import { Loading } from './spinner.tsx';

interface InfiniteScrollTriggerProps {
  /** Called near the end of the list, once each time `loading` becomes false. */
  readonly onReach: () => void;
  /** Whether the next page is loading. `onReach` is not called during that time. */
  readonly loading: boolean;
}

/** Placed after a list with more pages. Calls `onReach` shortly before the user scrolls to the end. */
export function InfiniteScrollTrigger({ onReach, loading }: InfiniteScrollTriggerProps) {
  const { t } = useTranslation('ui');
  const triggerRef = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  useEffect(() => {
    reach.current = onReach;
  });

  useEffect(() => {
    if (loading || !triggerRef.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reach.current();
      },
      { rootMargin: '800px 0px' },
    );
    observer.observe(triggerRef.current);
    return () => observer.disconnect();
  }, [loading]);

  return (
    <div ref={triggerRef}>
      <Loading label={t('loadingMore')} />
    </div>
  );
}
