import { useAuditedCrowdfundingInfiniteQuery } from '../../../api/audit.ts';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { useCancelCrowdfundingAsStaffMutation } from '../../../api/crowdfunding-writes.ts';
import { formatNumber, useTranslation } from '../../../i18n/index.ts';
import { formatKindracoins } from '../../../shared/crowdfunding/coins.ts';
import { ReasonButton } from '../../../shared/reason-button.tsx';
import styles from './actions.module.css';

/** Warning that states the number of donors to refund. */
function Warning({ id, numDonations, currentAmount }: Crowdfunding) {
  const { t } = useTranslation('crowdfunding');
  const { data, isError } = useAuditedCrowdfundingInfiniteQuery(
    { id },
    { skip: numDonations === 0, refetchOnMountOrArgChange: true },
  );
  const donors = data?.pages[0]?.donors;
  if (numDonations === 0) return t('cancel.warningNone');
  const coins = formatKindracoins(currentAmount);
  if (donors !== undefined)
    return t('staffCancel.warning', { count: donors, donors: formatNumber(donors), coins });
  return isError ? t('cancel.warning', { coins }) : t('staffCancel.counting');
}

/** Staff action that cancels another account's campaign. Requires a reason. */
export function StaffCancelAction({ crowdfunding }: { readonly crowdfunding: Crowdfunding }) {
  const { t } = useTranslation('crowdfunding');
  const [cancel] = useCancelCrowdfundingAsStaffMutation();
  return (
    <div className={styles.action}>
      <p>{t('staffCancel.explanation')}</p>
      <ReasonButton
        button={{ variant: 'danger', size: 'normal' }}
        title={t('cancel.question')}
        warning={<Warning {...crowdfunding} />}
        confirm={t('cancel.button')}
        dismiss={t('goBack')}
        required
        isShared
        danger
        onConfirm={(reason = '') => cancel({ id: crowdfunding.id, reason })}
        doneText={t('done.cancel')}
      />
    </div>
  );
}
