import { type ReactNode, Suspense, useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { showNewPosts } from '../../api/new-posts.ts';
import {
  useFollowingPublicationsInfiniteQuery,
  useForYouPublicationsInfiniteQuery,
} from '../../api/post-reads.ts';
import { useForYouPosts, useListedPosts } from '../../api/posts.ts';
import type { AppDispatch } from '../../api/state.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PostList, type PostListProps } from '../../shared/post-list.tsx';
import type { FeedName } from '../../state/feed.ts';
import { useUser } from '../../state/session.ts';
import { EmptyState, LinkButton } from '../../ui/index.ts';
import { DiscoveryCard } from './discovery/lazy-parts.ts';
import styles from './home-page.module.css';
import { NewPostsNotice } from './new-posts-notice.tsx';

interface FeedProps extends Pick<PostListProps, 'posts' | 'empty' | 'renderAfter'> {
  readonly feed: FeedName;
  readonly query: PostListProps['query'];
  /** Loads the new posts of others. */
  readonly loadNew: () => Promise<unknown>;
}

function Feed({ feed, posts, query, loadNew, empty, renderAfter }: FeedProps) {
  const { t } = useTranslation('feed', 'shared');
  return (
    <div className={styles.feed}>
      <NewPostsNotice feed={feed} load={loadNew} loading={query.isFetching} />
      <PostList
        label={t(`sections.${feed}`)}
        posts={posts}
        renderAfter={renderAfter}
        query={query}
        empty={empty}
        end={t('shared:post.end')}
        failure={t('shared:failures.loadPosts')}
      />
    </div>
  );
}

const POSTS_PER_CARD = 5;

/** Renders an animal or a campaign after every fifth post. */
function renderDiscovery(index: number): ReactNode {
  const count = (index + 1) / POSTS_PER_CARD;
  return (
    Number.isInteger(count) && (
      <Suspense fallback={null}>
        <DiscoveryCard index={count - 1} />
      </Suspense>
    )
  );
}

/** Feed with posts for everyone. */
export function ForYouFeed() {
  const { t } = useTranslation('feed');
  const query = useForYouPublicationsInfiniteQuery();
  const { refetch } = query;
  const dispatch = useDispatch<AppDispatch>();
  const loadNew = useCallback(() => dispatch(showNewPosts(refetch)), [dispatch, refetch]);
  return (
    <Feed
      feed="foryou"
      posts={useForYouPosts(query.data)}
      query={query}
      loadNew={loadNew}
      empty={t('empty')}
      renderAfter={renderDiscovery}
    />
  );
}

function FolloweesPosts() {
  const { t } = useTranslation('feed');
  const query = useFollowingPublicationsInfiniteQuery();
  return (
    <Feed
      feed="following"
      posts={useListedPosts(query.data)}
      query={query}
      loadNew={query.refetch}
      empty={t('followMore')}
    />
  );
}

/** Feed with posts by followed accounts. */
export function FollowingFeed() {
  const { t } = useTranslation('feed');
  if (useUser()) return <FolloweesPosts />;
  return (
    <EmptyState action={<LinkButton to="/login">{t('login')}</LinkButton>}>{t('logInToSee')}</EmptyState>
  );
}
