import { useMemo } from 'react';
import { getRepliesArguments, useGetRepliesInfiniteQuery } from '../../api/post-reads.ts';
import { type OwnPosts, useListedPosts } from '../../api/posts.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PostList } from '../../shared/post-list.tsx';
import styles from './post-page.module.css';

const createOwnReplies = (id: string): OwnPosts => ({
  at: 'end',
  includes: ({ idParent }) => idParent === id,
});

/** Comments of a post, oldest first. */
export function Replies({ id }: { readonly id: string }) {
  const { t } = useTranslation('post-detail');
  const query = useGetRepliesInfiniteQuery(getRepliesArguments(id), { refetchOnMountOrArgChange: 30 });
  const own = useMemo(() => createOwnReplies(id), [id]);
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
