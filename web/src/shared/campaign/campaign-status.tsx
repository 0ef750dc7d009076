import type { Campaign } from '../../api/crowdfunding.ts';
import { classNames } from '../../ui/index.ts';
import styles from './campaign-status.module.css';

const NAMES = {
  PENDING: 'Awaiting approval',
  ACTIVE: 'Active',
  REJECTED: 'Rejected',
  CANCELLED: 'Cancelled',
  CLOSED: 'Closed',
} as const;

/** Where a campaign stands, in a word. */
export function CampaignStatus({ status }: Pick<Campaign, 'status'>) {
  return <span className={classNames(styles.status, styles[status.toLowerCase()])}>{NAMES[status]}</span>;
}
