import { ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../i18n/index.ts';
import { type FeedName, type FeedState, selectUnseen } from '../../state/feed.ts';
import { Button, focusPage } from '../../ui/index.ts';
import styles from './home-page.module.css';

export interface NewPostsNoticeProps {
  readonly feed: FeedName;
  /** Loads the feed anew, from its first page. */
  readonly load: () => Promise<unknown>;
  /** While anything of the feed is on its way, what else is asked for would be dropped. */
  readonly loading: boolean;
}

/** The focus goes to the page when the pill that had it as it was pressed has gone. */
function usePillFocus(gone: boolean) {
  const pill = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (gone && pressed.current && document.activeElement === document.body) focusPage();
    if (gone) pressed.current = false;
  }, [gone]);
  const press = () => {
    pressed.current = document.activeElement === pill.current;
  };
  return { pill, press };
}

/**
 * Says how many posts others have published meanwhile, and shows them when the reader wants it. It stays until they have
 * come. Who cannot see it is told once that there are some, and not of each.
 */
export function NewPostsNotice({ feed, load, loading }: NewPostsNoticeProps) {
  const { t } = useTranslation('feed');
  const { length: count } = useSelector((state: { feed: FeedState }) => selectUnseen(state, feed));
  const { pill, press } = usePillFocus(count === 0);

  const [step, setStep] = useState<'rests' | 'wanted' | 'loads'>('rests');
  useEffect(() => {
    if (step !== 'wanted' || loading) return;
    setStep('loads');
    void load().finally(() => setStep('rests'));
  }, [step, loading, load]);

  const show = () => {
    press();
    window.scrollTo({ top: 0 });
    setStep('wanted');
  };

  return (
    <div className={styles.notice}>
      <span role="status" className="visually-hidden">
        {count > 0 && t('newPostsNotice')}
      </span>
      {count > 0 && (
        <Button
          ref={pill}
          size="small"
          className={styles.pill}
          icon={<ArrowUp size={16} aria-hidden="true" />}
          busy={step !== 'rests'}
          onClick={show}
        >
          {t('newPosts', { count })}
        </Button>
      )}
    </div>
  );
}
