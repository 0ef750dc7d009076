import type { Crowdfunding } from '../../api/crowdfunding.ts';
import { useTranslation } from '../../i18n/index.ts';
import { classNames } from '../../ui/index.ts';
import styles from './crowdfunding-status.module.css';

/** Status label of a campaign. */
export function CrowdfundingStatus({ status }: Pick<Crowdfunding, 'status'>) {
  const { t } = useTranslation('shared');
  return (
    <span className={classNames(styles.status, styles[status.toLowerCase()])}>
      {t(`campaign.status.${status}`)}
    </span>
  );
}
