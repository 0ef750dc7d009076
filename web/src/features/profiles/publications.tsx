import { useEffect, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { itemsOf } from '../../api/paging.ts';
import { type PostDispatch, renewProfilePosts } from '../../api/post-news.ts';
import { useProfilePostsInfiniteQuery } from '../../api/post-reads.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PostList } from '../../shared/post-list.tsx';
import { EmptyState } from '../../ui/index.ts';

export interface PublicationsProps {
  readonly nickname: string;
  /** Whether the reader blocks the profile: they meet nothing of it then. */
  readonly blocked: boolean;
}

/** Posts of a profile, page by page. */
export function Publications({ nickname, blocked }: PublicationsProps) {
  const { t } = useTranslation('profiles');
  const query = useProfilePostsInfiniteQuery(nickname);
  const dispatch = useDispatch<PostDispatch>();
  const posts = useMemo(() => itemsOf(query.data), [query.data]);

  // What is kept of an earlier visit shows at once, with its place; what has happened since comes into it.
  useEffect(() => void dispatch(renewProfilePosts(nickname)), [dispatch, nickname]);

  return (
    <PostList
      label={t('tabs.publications')}
      posts={posts}
      query={query}
      byButton
      empty={<EmptyState>{t(blocked ? 'publications.blocked' : 'publications.empty')}</EmptyState>}
      end={t('publications.end')}
      failure={t('publications.failure')}
    />
  );
}
