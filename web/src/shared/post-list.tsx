import type { ReactNode } from 'react';
import type { Post } from '../../../contract/shapes.ts';
import { ErrorState } from '../ui/index.ts';
import { ListEnd, type PagedQuery } from './list-end.tsx';
import { PostCard } from './post-card/post-card.tsx';
import { PostSkeletons } from './post-card/post-card-skeleton.tsx';
import styles from './post-list.module.css';

export interface PostListProps {
  readonly label: string;
  readonly posts: readonly Post[];
  readonly query: PagedQuery;
  /** Shown for an empty list. */
  readonly empty: ReactNode;
  /** Text at the end of the list. */
  readonly end?: string;
  /** Text when loading failed. */
  readonly failure: string;
  /** Loads further pages with a button instead of automatically. */
  readonly byButton?: boolean;
}

/** A list of posts with infinite scrolling. */
export function PostList({ label, posts, query, empty, end, failure, byButton }: PostListProps) {
  if (query.isLoading) return <PostSkeletons />;
  if (posts.length === 0)
    return query.isError ? <ErrorState onRetry={query.refetch}>{failure}</ErrorState> : empty;
  return (
    <>
      <ul className={styles.list} aria-label={label} aria-busy={query.isFetchingNextPage}>
        {posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
      <ListEnd query={query} end={end} failure={failure} byButton={byButton} />
    </>
  );
}
