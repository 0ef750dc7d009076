import { useEffect, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { refreshProfilePosts } from '../../api/new-posts.ts';
import { useProfilePublicationsInfiniteQuery } from '../../api/post-reads.ts';
import { type OwnPosts, useListedPosts } from '../../api/posts.ts';
import type { AppDispatch } from '../../api/state.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PostList } from '../../shared/post-list.tsx';

interface PublicationsProps {
  readonly nickname: string;
  /** Whether the current user blocks the profile, which hides its posts. */
  readonly isBlocked: boolean;
}

/** Posts on a profile, page by page. */
export function Publications({ nickname, isBlocked }: PublicationsProps) {
  const { t } = useTranslation('profiles');
  const query = useProfilePublicationsInfiniteQuery({ profile: nickname });
  const dispatch = useDispatch<AppDispatch>();
  const ownPosts = useMemo<OwnPosts>(
    () => ({
      at: 'start',
      includes: ({ idParent, creatorData }) =>
        idParent === null && [creatorData.nickname, creatorData.id].includes(nickname),
    }),
    [nickname],
  );
  const posts = useListedPosts(query.data, ownPosts);

  // Shows the cached list of an earlier visit at its scroll position, then adds newer posts.
  useEffect(() => void dispatch(refreshProfilePosts(nickname)), [dispatch, nickname]);

  return (
    <PostList
      label={t('tabs.publications')}
      posts={posts}
      query={query}
      hasButton
      empty={t(isBlocked ? 'publications.blocked' : 'publications.empty')}
      end={t('publications.end')}
      failure={t('publications.failure')}
    />
  );
}
