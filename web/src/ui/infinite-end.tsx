import { useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/index.ts';
import { Loading } from './spinner.tsx';

export interface InfiniteEndProps {
  /** Called when the end of the list comes near; once for each time that `loading` has been false. */
  readonly onReach: () => void;
  /** While the next page is on its way nothing is asked for. */
  readonly loading: boolean;
}

/** Put it behind a list that has more pages: it loads the next one shortly before the reader gets there. */
export function InfiniteEnd({ onReach, loading }: InfiniteEndProps) {
  const { t } = useTranslation('ui');
  const place = useRef<HTMLDivElement>(null);
  const reach = useRef(onReach);
  useEffect(() => {
    reach.current = onReach;
  });

  useEffect(() => {
    if (loading || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reach.current();
      },
      { rootMargin: '800px 0px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [loading]);

  return (
    <div ref={place}>
      <Loading label={t('loadingMore')} />
    </div>
  );
}
