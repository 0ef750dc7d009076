import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { getApiFailure } from '../../api/failure.ts';
import { REFETCH_UNLESS_NEW } from '../../api/first-reads.ts';
import { useEntity } from '../../api/stored-entities.ts';
import { useGetPostQuery } from '../../api/watched-post.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PostCard } from '../../shared/post-card/post-card.tsx';
import { PostSkeletons } from '../../shared/post-card/post-card-skeleton.tsx';
import { PostForm } from '../../shared/post-form.tsx';
import { useIsMounted } from '../../shared/use-is-mounted.ts';
import { ErrorState } from '../../ui/index.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { ParentPost } from './parent-post.tsx';
import { Replies } from './replies.tsx';

/** A post with its comments and a comment form. Redirects to the home page if the post does not exist. */
export function PostPage() {
  const { idPost = '' } = useParams();
  return <PostDetail key={idPost} id={idPost} />;
}

function PostDetail({ id }: { readonly id: string }) {
  const { t } = useTranslation('post-detail', 'shared');
  const { data, error, isError, refetch } = useGetPostQuery({ id }, REFETCH_UNLESS_NEW);
  const post = useEntity('post', data?.id);
  const isMissing = isError && getApiFailure(error)?.status === 404;
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [sentId, setSentId] = useState<string>();

  useEffect(() => {
    if (isMissing) void navigate('/', { replace: true });
  }, [isMissing, navigate]);

  return (
    <Page gap={3}>
      <PageHeader
        title={t(post?.idParent ? 'comment' : 'post')}
        back={{
          to: post?.idParent ? `/post/${post.idParent}` : '/',
          label: t(post?.idParent ? 'answered' : 'home'),
        }}
      />
      {post && (
        <>
          {post.idParent && <ParentPost id={post.idParent} />}
          <PostCard
            post={post}
            detail
            onDeleted={() => isMounted() && void navigate('/', { replace: true })}
          />
          {!post.takenDown && (
            <PostForm
              label={t('box.label')}
              placeholder={t('box.placeholder')}
              submit={t('box.submit')}
              idParent={id}
              onSent={setSentId}
            />
          )}
          <Replies id={id} count={post.comments} sentId={sentId} />
        </>
      )}
      {!post && !isError && <PostSkeletons count={1} />}
      {!post && isError && !isMissing && (
        <ErrorState onRetry={refetch}>{t('shared:failures.loadPost')}</ErrorState>
      )}
    </Page>
  );
}
