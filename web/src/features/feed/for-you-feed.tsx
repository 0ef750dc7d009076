import { useForYouPublicationsInfiniteQuery } from '../../api/post-reads.ts';
import { type OwnPosts, useListedPosts } from '../../api/posts.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PostList } from '../../shared/post-list.tsx';
import styles from './home-page.module.css';
import { NewPostsNotice } from './new-posts-notice.tsx';

const OWN: OwnPosts = { at: 'start', belongs: ({ idParent }) => idParent === null };

/** Posts for all readers. */
export function ForYouFeed() {
  const { t } = useTranslation('feed');
  const query = useForYouPublicationsInfiniteQuery();
  const posts = useListedPosts(query.data, OWN);
  return (
    <div className={styles.feed}>
      <NewPostsNotice feed="foryou" load={query.refetch} loading={query.isFetching} />
      <PostList
        label={t('sections.foryou')}
        posts={posts}
        query={query}
        empty={t('empty')}
        end={t('end')}
        failure={t('failure')}
      />
    </div>
  );
}
