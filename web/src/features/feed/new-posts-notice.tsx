import { ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTranslation } from '../../i18n/index.ts';
import { type FeedName, type FeedState, selectUnseen, unseenShown } from '../../state/feed.ts';
import { Button, focusPage } from '../../ui/index.ts';
import styles from './home-page.module.css';

export interface NewPostsNoticeProps {
  readonly feed: FeedName;
  /** Loads the feed anew, from its first page. */
  readonly load: () => Promise<unknown>;
}

/** Says how many posts others have published meanwhile, and shows them when the reader wants it. */
export function NewPostsNotice({ feed, load }: NewPostsNoticeProps) {
  const { t } = useTranslation('feed');
  const unseen = useSelector((state: { feed: FeedState }) => selectUnseen(state, feed));
  const dispatch = useDispatch();
  const pill = useRef<HTMLButtonElement>(null);

  const show = async () => {
    window.scrollTo({ top: 0 });
    await load();
    const focused = document.activeElement === pill.current;
    dispatch(unseenShown(feed));
    if (focused) focusPage();
  };

  return (
    <div role="status" className={styles.notice}>
      {unseen > 0 && (
        <Button
          ref={pill}
          size="small"
          className={styles.pill}
          icon={<ArrowUp size={16} aria-hidden="true" />}
          onClick={() => void show()}
        >
          {t('newPosts', { count: unseen })}
        </Button>
      )}
    </div>
  );
}
