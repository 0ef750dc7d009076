import { ArrowUp } from 'lucide-react';
import { useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { itemsOf } from '../../api/paging.ts';
import { useForYouInfiniteQuery } from '../../api/post-reads.ts';
import { PostList } from '../../shared/post-list.tsx';
import { selectUnseen, unseenShown } from '../../state/feed.ts';
import { Button, EmptyState, pluralise } from '../../ui/index.ts';
import styles from './home-page.module.css';

/** Posts for everybody, and a notice when others have published more meanwhile. */
export function ForYouFeed() {
  const query = useForYouInfiniteQuery();
  const posts = useMemo(() => itemsOf(query.data), [query.data]);
  const unseen = useSelector(selectUnseen);
  const dispatch = useDispatch();

  const showNew = async () => {
    window.scrollTo({ top: 0 });
    await query.refetch({ refetchCachedPages: false });
    dispatch(unseenShown());
  };

  return (
    <div className={styles.feed}>
      <div role="status" className={styles.notice}>
        {unseen > 0 && (
          <Button
            size="small"
            className={styles.pill}
            icon={<ArrowUp size={16} aria-hidden="true" />}
            onClick={() => void showNew()}
          >
            {`${unseen} new ${pluralise('post', unseen)}`}
          </Button>
        )}
      </div>
      <PostList
        label="For you"
        posts={posts}
        query={query}
        empty={<EmptyState>Nothing's been happening lately?</EmptyState>}
        end="No more posts!"
        failure="Error making request when loading posts."
      />
    </div>
  );
}
