import { useMemo } from 'react';
import { itemsOf } from '../../api/paging.ts';
import { useRepliesInfiniteQuery } from '../../api/post-reads.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PostList } from '../../shared/post-list.tsx';
import { EmptyState } from '../../ui/index.ts';
import styles from './post-page.module.css';

/** The comments of a post, oldest first. */
export function Replies({ id }: { readonly id: string }) {
  const { t } = useTranslation('post-detail');
  const query = useRepliesInfiniteQuery(id, { refetchOnMountOrArgChange: 30 });
  const replies = useMemo(() => itemsOf(query.data), [query.data]);
  return (
    <section aria-labelledby="replies">
      <h2 id="replies" className={styles.title}>
        {t('comments')}
      </h2>
      <PostList
        label={t('comments')}
        posts={replies}
        query={query}
        empty={<EmptyState>{t('noComments')}</EmptyState>}
        failure={t('commentsFailure')}
      />
    </section>
  );
}
