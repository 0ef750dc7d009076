import { useState } from 'react';
import { useAuditedCrowdfundingInfiniteQuery } from '../../../api/audit.ts';
import type { Campaign } from '../../../api/crowdfunding.ts';
import { useCancelCrowdfundingAsStaffMutation } from '../../../api/crowdfunding-writes.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { grouped, inCoins } from '../../../shared/campaign/coins.ts';
import { ReasonDialog } from '../../../shared/reason-dialog.tsx';
import { useTold } from '../../../shared/use-told.ts';
import { Button } from '../../../ui/index.ts';
import styles from './actions.module.css';

/** Warning with the number of donors to refund. */
function useWarning({ id, numDonations, currentAmount }: Campaign, asking: boolean): string {
  const { t } = useTranslation('crowdfunding');
  const { data, isError } = useAuditedCrowdfundingInfiniteQuery(
    { id },
    { skip: !asking || numDonations === 0, refetchOnMountOrArgChange: true },
  );
  const donors = data?.pages[0]?.donors;
  if (numDonations === 0) return t('cancel.warningNone');
  const coins = inCoins(currentAmount);
  if (donors !== undefined)
    return t('staffCancel.warning', { count: donors, donors: grouped(donors), coins });
  return isError ? t('cancel.warning', { coins }) : t('staffCancel.counting');
}

/** Staff action that cancels another account's campaign, with a reason. */
export function StaffCancelAction({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('crowdfunding');
  const [asking, setAsking] = useState(false);
  const [cancel] = useCancelCrowdfundingAsStaffMutation();
  const told = useTold();
  const warning = useWarning(campaign, asking);

  const confirm = async (reason = '') => {
    const { error } = await cancel({ id: campaign.id, reason });
    told(error, t('done.cancel'));
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
