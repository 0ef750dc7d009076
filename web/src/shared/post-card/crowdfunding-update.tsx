import { Link, useLocation } from 'react-router-dom';
import type { Post } from '../../../../contract/shapes.ts';
import { createUpdatePicture } from '../../api/picture-source.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Picture } from '../picture/picture.tsx';

/** Display width of the picture in a post. */
const UPDATE_SIZES = '(min-width: 640px) 38rem, 100vw';

/** Picture of a crowdfunding update and, except on the campaign's own page, a link to the campaign. */
export function CrowdfundingUpdate({ post: { id, update, takenDown } }: { readonly post: Post }) {
  const { t } = useTranslation('post-actions');
  const { pathname } = useLocation();
  if (!update) return null;
  const path = `/crowdfundings/${update.crowdfundingId}`;
  return (
    <>
      {pathname !== path && <Link to={`${path}?tab=updates`}>{t('update')}</Link>}
      {update.hasPicture && !takenDown && (
        <Picture picture={createUpdatePicture({ id, image: update.image })} sizes={UPDATE_SIZES} />
      )}
    </>
  );
}
