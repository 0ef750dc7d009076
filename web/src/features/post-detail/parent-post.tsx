import { CornerDownRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { postsEndpoints } from '../../../../contract/endpoints/posts.ts';
import { kindraApi } from '../../api/base.ts';
import { createRequest } from '../../api/endpoints.ts';
import type { EntityRef } from '../../api/entities.ts';
import { useEntity } from '../../api/stored-entities.ts';
import { useTranslation } from '../../i18n/index.ts';
import { truncate } from '../../ui/index.ts';
import styles from './parent-post.module.css';

const { useParentPostQuery } = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    /** The comment page is complete without the post that the comment answers, so a missing post is not an error. */
    parentPost: build.query<EntityRef, EntityRef>({
      query: (post) => createRequest(postsEndpoints.getPost, post),
      extraOptions: { isQuiet: true },
    }),
  }),
});

/** Short version of the post that a comment answers, as a link. */
export function ParentPost({ id }: EntityRef) {
  const { t } = useTranslation('post-detail');
  const { data, isError } = useParentPostQuery({ id });
  const post = useEntity('post', data?.id);
  if (isError) return <p className={styles.place}>{t('answers.missing')}</p>;
  return (
    <Link to={`/post/${id}`} className={styles.place} aria-busy={!post}>
      <span className={styles.author}>
        <CornerDownRight size={16} aria-hidden="true" />
        {post && t('answers.author', { name: truncate(post.creatorData.profileName) })}
      </span>
      <span className={styles.text} dir="auto">
        {post?.text}
      </span>
    </Link>
  );
}
