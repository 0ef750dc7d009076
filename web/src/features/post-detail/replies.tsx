import { useEffect, useMemo, useRef } from 'react';
import { getRepliesArguments, useGetRepliesInfiniteQuery } from '../../api/post-reads.ts';
import { type OwnPosts, useListedPosts } from '../../api/posts.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PostList } from '../../shared/post-list.tsx';
import styles from './post-page.module.css';

interface RepliesProps {
  readonly id: string;
  /** Number of comments, including those that are hidden from the current user. */
  readonly count: number;
  /** Id of the comment that the current user sent last. It is scrolled into view. */
  readonly sentId: string | undefined;
}

/** Comments on a post, oldest first. */
export function Replies({ id, count, sentId }: RepliesProps) {
  const { t } = useTranslation('post-detail', 'shared');
  const query = useGetRepliesInfiniteQuery(getRepliesArguments(id), { refetchOnMountOrArgChange: 30 });
  const ownReplies = useMemo<OwnPosts>(
    () => ({ at: 'end', includes: ({ idParent }) => idParent === id }),
    [id],
  );
  const replies = useListedPosts(query.data, ownReplies);
  const sectionRef = useRef<HTMLElement>(null);
  const shownId = replies.some((reply) => reply.id === sentId) ? sentId : undefined;

  useEffect(() => {
    if (shownId) sectionRef.current?.querySelector('li:last-of-type')?.scrollIntoView({ block: 'nearest' });
  }, [shownId]);

  return (
    <section ref={sectionRef} aria-labelledby="replies" className={styles.replies}>
      <h2 id="replies" className={styles.title}>
        {t('comments')}
      </h2>
      <PostList
        label={t('comments')}
        posts={replies}
        query={query}
        empty={t(count > 0 ? 'noVisibleComments' : 'noComments')}
        failure={t('shared:failures.loadReplies')}
      />
    </section>
  );
}
