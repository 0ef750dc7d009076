import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useUser } from '../../../state/session.ts';
import { Card, Tabs } from '../../../ui/index.ts';
import actionStyles from './actions.module.css';
import { CoinsExplained } from './coins-explained.tsx';
import { CancelAction, CloseAction } from './creator-actions.tsx';
import styles from './crowdfunding-page.module.css';
import { getPermissions } from './crowdfunding-permissions.ts';
import { Donations } from './donations.tsx';
import { ReviewAction } from './review-action.tsx';
import { StaffCancelAction } from './staff-cancel-action.tsx';
import { Updates } from './updates.tsx';
import { useExpiryDay } from './use-expiry-day.ts';

const SECTIONS = ['description', 'updates', 'donations', 'actions'] as const;

interface ActionsProps {
  readonly crowdfunding: Crowdfunding;
  readonly permissions: ReturnType<typeof getPermissions>;
}

function Actions({ crowdfunding, permissions }: ActionsProps) {
  const { canCancel, canClose, canReview, canCancelAsStaff, needsOtherReviewer } = permissions;
  const { t } = useTranslation('crowdfunding');
  const expiryDay = useExpiryDay(crowdfunding);
  return (
    <div className={actionStyles.actions}>
      {expiryDay !== null && canClose && <p>{t('expiry.actions', { date: expiryDay })}</p>}
      {needsOtherReviewer && <p>{t('review.another')}</p>}
      {canReview && <ReviewAction crowdfunding={crowdfunding} />}
      {canClose && <CloseAction crowdfunding={crowdfunding} />}
      {canCancel && <CancelAction crowdfunding={crowdfunding} />}
      {canCancelAsStaff && <StaffCancelAction crowdfunding={crowdfunding} />}
    </div>
  );
}

/** Campaign tabs: description, updates, donations and actions. */
export function CrowdfundingTabs({ crowdfunding }: { readonly crowdfunding: Crowdfunding }) {
  const { t } = useTranslation('crowdfunding');
  const permissions = getPermissions(useUser(), crowdfunding);
  const isShown = {
    description: true,
    updates: permissions.hasUpdates,
    donations: true,
    actions: permissions.hasActions,
  };
  const [search] = useSearchParams();
  const [chosenSection, chooseSection] = useState<(typeof SECTIONS)[number]>(
    search.get('tab') === 'updates' ? 'updates' : 'description',
  );
  // The actions tab disappears when no actions remain.
  const section = isShown[chosenSection] ? chosenSection : 'description';
  return (
    <Tabs
      label={t('about', { title: crowdfunding.title })}
      className={styles.tabs}
      tabs={SECTIONS.filter((key) => isShown[key]).map((key) => ({ key, label: t(`sections.${key}`) }))}
      selected={section}
      onSelect={chooseSection}
    >
      <Card className={styles.panel}>
        {section === 'description' && (
          <>
            <p className={styles.description} dir="auto">
              {crowdfunding.description}
            </p>
            <CoinsExplained crowdfunding={crowdfunding} />
          </>
        )}
        {section === 'updates' && (
          <Updates crowdfunding={crowdfunding} canPost={permissions.canPostUpdates} />
        )}
        {section === 'donations' && <Donations id={crowdfunding.id} />}
        {section === 'actions' && <Actions crowdfunding={crowdfunding} permissions={permissions} />}
      </Card>
    </Tabs>
  );
}
