import { Link, useLocation } from 'react-router-dom';
import { crowdfundingEndpoints } from '../../../../contract/endpoints/crowdfunding.ts';
import type { Post } from '../../../../contract/shapes.ts';
import { createPath } from '../../api/endpoints.ts';
import { loadTexts, useTranslation } from '../../i18n/index.ts';
import { CardPicture } from '../cards/card-picture.tsx';

// Cards load this module when they need it, with its texts.
await loadTexts('post-actions');

/** Picture of an update of a crowdfunding and, on other pages, a link to the crowdfunding. */
export function CrowdfundingUpdate({ post: { id, update, takenDown } }: { readonly post: Post }) {
  const { t } = useTranslation('post-actions');
  const { pathname } = useLocation();
  if (!update) return null;
  const path = `/crowdfundings/${update.crowdfundingId}`;
  return (
    <>
      {pathname !== path && <Link to={`${path}?tab=updates`}>{t('update')}</Link>}
      {update.hasPicture && !takenDown && (
        <CardPicture src={createPath(crowdfundingEndpoints.getUpdatePicture, { id })} />
      )}
    </>
  );
}
