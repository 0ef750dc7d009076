import { useState } from 'react';
import type { Campaign } from '../../../api/crowdfunding.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useUser } from '../../../state/session.ts';
import { Card, Tabs } from '../../../ui/index.ts';
import actionStyles from './actions.module.css';
import styles from './campaign-page.module.css';
import { type CampaignPermissions, getPermissions } from './campaign-permissions.ts';
import { CancelAction, CloseAction } from './creator-actions.tsx';
import { Donations } from './donations.tsx';
import { ReviewAction } from './review-action.tsx';
import { StaffCancelAction } from './staff-cancel-action.tsx';
import { useExpiryDay } from './use-expiry-day.ts';

const SECTIONS = ['description', 'donations', 'actions'] as const;
type Section = (typeof SECTIONS)[number];

interface ActionsProps {
  readonly campaign: Campaign;
  readonly permissions: CampaignPermissions;
}

function Actions({ campaign, permissions }: ActionsProps) {
  const { canCancel, canClose, canReview, canCancelAsStaff, needsOtherReviewer } = permissions;
  const { t } = useTranslation('crowdfunding');
  const expiryDay = useExpiryDay(campaign);
  return (
    <div className={actionStyles.actions}>
      {expiryDay !== null && canClose && <p>{t('expiry.actions', { date: expiryDay })}</p>}
      {needsOtherReviewer && <p>{t('review.another')}</p>}
      {canReview && <ReviewAction campaign={campaign} />}
      {canClose && <CloseAction campaign={campaign} />}
      {canCancel && <CancelAction campaign={campaign} />}
      {canCancelAsStaff && <StaffCancelAction campaign={campaign} />}
    </div>
  );
}

/** Tabs of a campaign: description, donations and actions. */
export function CampaignTabs({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('crowdfunding');
  const permissions = getPermissions(useUser(), campaign);
  const sections = permissions.hasActions ? SECTIONS : SECTIONS.slice(0, 2);
  const [chosen, choose] = useState<Section>('description');
  // The actions tab disappears when no action is left.
  const section = chosen === 'actions' && !permissions.hasActions ? 'description' : chosen;
  return (
    <Tabs
      label={t('about', { title: campaign.title })}
      className={styles.tabs}
      tabs={sections.map((key) => ({ key, label: t(`sections.${key}`) }))}
      selected={section}
      onSelect={choose}
    >
      <Card className={styles.panel}>
        {section === 'description' && <p className={styles.description}>{campaign.description}</p>}
        {section === 'donations' && <Donations id={campaign.id} />}
        {section === 'actions' && <Actions campaign={campaign} permissions={permissions} />}
      </Card>
    </Tabs>
  );
}
