import { useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/index.ts';
import { Loading } from './spinner.tsx';

interface InfiniteScrollTriggerProps {
  /** Called when the end of the list is near, once after each time that `loading` was true. */
  readonly onReach: () => void;
  /** No call is made while the next page is loading. */
  readonly loading: boolean;
}

/** Placed after a list with more pages: starts loading shortly before the reader reaches the end. */
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
