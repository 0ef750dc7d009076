import { useMemo } from 'react';
import { itemsOf } from '../../api/paging.ts';
import { useFollowingInfiniteQuery } from '../../api/post-reads.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PostList } from '../../shared/post-list.tsx';
import { useUser } from '../../state/session.ts';
import { EmptyState, LinkButton } from '../../ui/index.ts';
import styles from './home-page.module.css';
import { NewPostsNotice } from './new-posts-notice.tsx';

/** Posts of those whom the reader follows. */
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
  const query = useFollowingInfiniteQuery();
  const posts = useMemo(() => itemsOf(query.data), [query.data]);
  return (
    <div className={styles.feed}>
      <NewPostsNotice feed="following" load={query.refetch} loading={query.isFetching} />
      <PostList
        label={t('sections.following')}
        posts={posts}
        query={query}
        empty={<EmptyState>{t('followMore')}</EmptyState>}
        end={t('end')}
        failure={t('failure')}
      />
    </div>
  );
}
