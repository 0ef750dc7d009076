import { useMemo } from 'react';
import { itemsOf } from '../../api/paging.ts';
import { useProfilePostsInfiniteQuery } from '../../api/post-reads.ts';
import { PostList } from '../../shared/post-list.tsx';
import { EmptyState } from '../../ui/index.ts';

/** Posts of a profile, page by page. */
export function Publications({ nickname }: { readonly nickname: string }) {
  const query = useProfilePostsInfiniteQuery(nickname);
  const posts = useMemo(() => itemsOf(query.data), [query.data]);
  return (
    <PostList
      label="Publications"
      posts={posts}
      query={query}
      byButton
      empty={<EmptyState>This profile has not posted anything yet.</EmptyState>}
      end="You've already seen everything in this profile."
      failure="Error making request to get posts from profile."
    />
  );
}
