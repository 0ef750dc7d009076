import type { ReactNode } from 'react';
import type { Post } from '../../../contract/shapes.ts';
import { PagedList, type PagedListProps } from './paged-list.tsx';
import { PostCard } from './post-card/post-card.tsx';
import { PostSkeletons } from './post-card/post-card-skeleton.tsx';
import styles from './post-list.module.css';

/** Props of a list of posts. */
export interface PostListProps
  extends Pick<PagedListProps<Post>, 'label' | 'query' | 'empty' | 'end' | 'failure' | 'hasButton'> {
  readonly posts: readonly Post[];
  /** Renders a list item after the post with the given index. */
  readonly renderAfter?: (index: number) => ReactNode;
}

/** Posts with infinite scrolling and optional items between them. */
export function PostList({ posts, renderAfter, ...list }: PostListProps) {
  return (
    <PagedList {...list} items={posts} className={styles.list} loading={<PostSkeletons />}>
      {(post, index) => (
        <>
          <li>
            <PostCard post={post} />
          </li>
          {renderAfter?.(index)}
        </>
      )}
    </PagedList>
  );
}
