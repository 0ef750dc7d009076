import { useTranslation } from '../i18n/index.ts';
import { Button } from '../ui/index.ts';
import { useFocusHeir } from '../ui/use-focus-heir.ts';
import styles from './load-more.module.css';

export interface LoadMoreProps {
  readonly loading: boolean;
  readonly onPress: () => unknown;
}

/** Button after a list that loads its next page. */
export function LoadMore({ loading, onPress }: LoadMoreProps) {
  const { t } = useTranslation('shared');
  const place = useFocusHeir<HTMLDivElement>();
  return (
    <div ref={place} className={styles.place}>
      <Button variant="secondary" busy={loading} onClick={() => void onPress()}>
        {t('loadMore')}
      </Button>
    </div>
  );
}
