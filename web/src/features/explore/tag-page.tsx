import { useParams } from 'react-router-dom';
import { useListedPosts } from '../../api/posts.ts';
import { useTaggedPublicationsInfiniteQuery } from '../../api/search.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PostList } from '../../shared/post-list.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';

/** /tag/{tag}: posts with a tag. */
export function TagPage() {
  const { t } = useTranslation('explore', 'shared');
  const { tag = '' } = useParams();
  const query = useTaggedPublicationsInfiniteQuery({ tag }, { refetchOnMountOrArgChange: true });
  return (
    <Page>
      <PageHeader title={`#${tag}`} back={{ to: '/explore', label: t('title') }} />
      <PostList
        label={t('tag.posts', { tag })}
        posts={useListedPosts(query.data)}
        query={query}
        empty={t('tag.none')}
        end={t('shared:post.end')}
        failure={t('shared:failures.loadPosts')}
      />
    </Page>
  );
}
