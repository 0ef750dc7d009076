import { useMemo } from 'react';
import { repliesOf, useGetRepliesInfiniteQuery } from '../../api/post-reads.ts';
import { type OwnPosts, useListedPosts } from '../../api/posts.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PostList } from '../../shared/post-list.tsx';
import styles from './post-page.module.css';

const repliesTo = (id: string): OwnPosts => ({ at: 'end', belongs: ({ idParent }) => idParent === id });

/** Comments of a post, oldest first. */
export function Replies({ id }: { readonly id: string }) {
  const { t } = useTranslation('post-detail');
  const query = useGetRepliesInfiniteQuery(repliesOf(id), { refetchOnMountOrArgChange: 30 });
  const own = useMemo(() => repliesTo(id), [id]);
  const replies = useListedPosts(query.data, own);
  return (
    <section aria-labelledby="replies">
      <h2 id="replies" className={styles.title}>
        {t('comments')}
      </h2>
      <PostList
        label={t('comments')}
        posts={replies}
        query={query}
        empty={t('noComments')}
        failure={t('commentsFailure')}
      />
    </section>
  );
}
