import { useFollowingPublicationsInfiniteQuery } from '../../api/post-reads.ts';
import { useListedPosts } from '../../api/posts.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PostList } from '../../shared/post-list.tsx';
import { useUser } from '../../state/session.ts';
import { EmptyState, LinkButton } from '../../ui/index.ts';
import styles from './home-page.module.css';
import { NewPostsNotice } from './new-posts-notice.tsx';

/** Posts of followed accounts. */
export function FollowingFeed() {
  const { t } = useTranslation('feed');
  const user = useUser();
  if (user) return <FolloweesPosts />;
  return (
    <EmptyState action={<LinkButton to="/login">{t('login')}</LinkButton>}>{t('logInToSee')}</EmptyState>
  );
}

function FolloweesPosts() {
  const { t } = useTranslation('feed');
  const query = useFollowingPublicationsInfiniteQuery();
  const posts = useListedPosts(query.data);
  return (
    <div className={styles.feed}>
      <NewPostsNotice feed="following" load={query.refetch} loading={query.isFetching} />
      <PostList
        label={t('sections.following')}
        posts={posts}
        query={query}
        empty={t('followMore')}
        end={t('end')}
        failure={t('failure')}
      />
    </div>
  );
}
