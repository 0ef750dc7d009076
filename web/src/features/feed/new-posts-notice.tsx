import { ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../i18n/index.ts';
import { type FeedName, type FeedState, selectUnseen } from '../../state/feed.ts';
import { Button, focusPage } from '../../ui/index.ts';
import styles from './home-page.module.css';

interface NewPostsNoticeProps {
  readonly feed: FeedName;
  /** Reloads the feed from its first page. */
  readonly load: () => Promise<unknown>;
  /** Whether the feed is being fetched. A request during that time would be dropped. */
  readonly loading: boolean;
}

/** Moves the focus to the page when the pressed button disappears. */
function usePillFocus(isGone: boolean) {
  const pill = useRef<HTMLButtonElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    if (isGone && wasPressed.current && document.activeElement === document.body) focusPage();
    if (isGone) wasPressed.current = false;
  }, [isGone]);
  const press = () => {
    wasPressed.current = document.activeElement === pill.current;
  };
  return { pill, press };
}

/** Shows the number of new posts until they are loaded. Screen readers announce the notice once, not for each post. */
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
