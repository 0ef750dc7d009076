import { useMemo } from 'react';
import { itemsOf } from '../../api/paging.ts';
import { useRepliesInfiniteQuery } from '../../api/post-reads.ts';
import { PostList } from '../../shared/post-list.tsx';
import { EmptyState } from '../../ui/index.ts';
import styles from './post-page.module.css';

/** The comments of a post, oldest first. */
export function Replies({ id }: { readonly id: string }) {
  const query = useRepliesInfiniteQuery(id, { refetchOnMountOrArgChange: 30 });
  const replies = useMemo(() => itemsOf(query.data), [query.data]);
  return (
    <section aria-labelledby="replies">
      <h2 id="replies" className={styles.title}>
        Comments
      </h2>
      <PostList
        label="Comments"
        posts={replies}
        query={query}
        empty={<EmptyState>Be the first to leave a comment!</EmptyState>}
        failure="Error making request when loading replies."
      />
    </section>
  );
}
