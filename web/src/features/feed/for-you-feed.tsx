import { useMemo } from 'react';
import { itemsOf } from '../../api/paging.ts';
import { useForYouInfiniteQuery } from '../../api/post-reads.ts';
import { PostList } from '../../shared/post-list.tsx';
import { EmptyState } from '../../ui/index.ts';
import styles from './home-page.module.css';
import { NewPostsNotice } from './new-posts-notice.tsx';

/** Posts for everybody. */
export function ForYouFeed() {
  const query = useForYouInfiniteQuery();
  const posts = useMemo(() => itemsOf(query.data), [query.data]);
  return (
    <div className={styles.feed}>
      <NewPostsNotice feed="foryou" load={query.refetch} />
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
