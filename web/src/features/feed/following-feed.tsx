import { useMemo } from 'react';
import { itemsOf } from '../../api/paging.ts';
import { useFollowingInfiniteQuery } from '../../api/post-reads.ts';
import { PostList } from '../../shared/post-list.tsx';
import { useUser } from '../../state/session.ts';
import { EmptyState, LinkButton } from '../../ui/index.ts';
import styles from './home-page.module.css';
import { NewPostsNotice } from './new-posts-notice.tsx';

/** Posts of those whom the reader follows. */
export function FollowingFeed() {
  const user = useUser();
  if (user) return <FolloweesPosts />;
  return (
    <EmptyState action={<LinkButton to="/login">Login</LinkButton>}>
      To see who you follow you should comment by logging in!
    </EmptyState>
  );
}

function FolloweesPosts() {
  const query = useFollowingInfiniteQuery();
  const posts = useMemo(() => itemsOf(query.data), [query.data]);
  return (
    <div className={styles.feed}>
      <NewPostsNotice feed="following" load={query.refetch} />
      <PostList
        label="Following"
        posts={posts}
        query={query}
        empty={<EmptyState>How about trying to follow more profiles?</EmptyState>}
        end="No more posts!"
        failure="Error making request when loading posts."
      />
    </div>
  );
}
