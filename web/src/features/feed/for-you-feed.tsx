import { useMemo } from 'react';
import { itemsOf } from '../../api/paging.ts';
import { useForYouInfiniteQuery } from '../../api/post-reads.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PostList } from '../../shared/post-list.tsx';
import { EmptyState } from '../../ui/index.ts';
import styles from './home-page.module.css';
import { NewPostsNotice } from './new-posts-notice.tsx';

/** Posts for everybody. */
export function ForYouFeed() {
  const { t } = useTranslation('feed');
  const query = useForYouInfiniteQuery();
  const posts = useMemo(() => itemsOf(query.data), [query.data]);
  return (
    <div className={styles.feed}>
      <NewPostsNotice feed="foryou" load={query.refetch} loading={query.isFetching} />
      <PostList
        label={t('sections.foryou')}
        posts={posts}
        query={query}
        empty={<EmptyState>{t('empty')}</EmptyState>}
        end={t('end')}
        failure={t('failure')}
      />
    </div>
  );
}
