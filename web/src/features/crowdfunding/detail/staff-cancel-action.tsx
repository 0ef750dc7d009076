import { useState } from 'react';
import type { Campaign } from '../../../api/crowdfunding.ts';
import { useCancelCrowdfundingAsStaffMutation } from '../../../api/crowdfunding-writes.ts';
import { useCampaignDonorsQuery } from '../../../api/moderation.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { grouped, inCoins } from '../../../shared/campaign/coins.ts';
import { ReasonDialog } from '../../../shared/reason-dialog.tsx';
import { useTold } from '../../../shared/use-told.ts';
import { Button } from '../../../ui/index.ts';
import styles from './actions.module.css';

/** What the cancellation leads to: how many donors are refunded. */
function useWarning({ id, numDonations, currentAmount }: Campaign, asking: boolean): string {
  const { t } = useTranslation('crowdfunding');
  const { data: donors, isError } = useCampaignDonorsQuery(id, {
    skip: !asking || numDonations === 0,
    refetchOnMountOrArgChange: true,
  });
  if (numDonations === 0) return t('cancel.warningNone');
  const coins = inCoins(currentAmount);
  if (donors !== undefined)
    return t('staffCancel.warning', { count: donors, donors: grouped(donors), coins });
  return isError ? t('cancel.warning', { coins }) : t('staffCancel.counting');
}

/** Lets staff cancel a campaign of somebody else, with a reason. */
export function StaffCancelAction({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('crowdfunding');
  const [asking, setAsking] = useState(false);
  const [cancel] = useCancelCrowdfundingAsStaffMutation();
  const told = useTold();
  const warning = useWarning(campaign, asking);

  const confirm = async (reason: string | undefined) => {
    const { error } = await cancel({ id: campaign.id, reason });
    told(error, 'Crowdfunding successfully cancelled.');
    return error;
  };

  return (
    <div className={styles.action}>
      <p>{t('staffCancel.explanation')}</p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('cancel.button')}
      </Button>
      <ReasonDialog
        open={asking}
        title={t('cancel.question')}
        warning={warning}
        confirm={t('cancel.button')}
        dismiss={t('goBack')}
        required
        isShared
        danger
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
