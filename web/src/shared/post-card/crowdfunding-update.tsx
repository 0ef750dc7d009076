import { Megaphone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { postsEndpoints } from '../../../../contract/endpoints/posts.ts';
import type { Post } from '../../../../contract/shapes.ts';
import { createPath } from '../../api/endpoints.ts';
import { useTranslation } from '../../i18n/index.ts';
import { CardPicture } from '../cards/card-picture.tsx';
import styles from './crowdfunding-update.module.css';

/** Link to the crowdfunding that a post is an update of, and the picture of the post. */
export function CrowdfundingUpdate({ post: { id, update, takenDown } }: { readonly post: Post }) {
  const { t } = useTranslation('post-actions');
  if (!update) return null;
  return (
    <>
      <Link to={`/crowdfundings/${update.crowdfundingId}`} className={styles.link}>
        <Megaphone size={16} aria-hidden="true" />
        {t('update')}
      </Link>
      {update.hasPicture && !takenDown && (
        <CardPicture src={createPath(postsEndpoints.getPostPicture, { id })} className={styles.picture} />
      )}
    </>
  );
}
