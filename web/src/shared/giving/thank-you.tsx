import { HandHeart } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Crowdfunding } from '../../api/crowdfunding.ts';
import { getDisplayName, useTranslation } from '../../i18n/index.ts';
import { formatKindracoins } from '../crowdfunding/coins.ts';
import { ShareButton } from '../share-button.tsx';
import styles from './thank-you.module.css';

/** A donation that was made. */
export interface MadeDonation {
  readonly id: string;
  readonly amount: number;
}

interface ThankYouProps {
  readonly donation: MadeDonation;
  readonly crowdfunding: Pick<Crowdfunding, 'id' | 'title'>;
}

/** Thanks for a donation, with its receipt, the coin trail and sharing. Needs the texts of `giving`. */
export function ThankYou({ donation, crowdfunding: { id, title } }: ThankYouProps) {
  const { t } = useTranslation('giving');
  const name = getDisplayName(title);
  return (
    <div className={styles.thanks} role="status">
      <HandHeart size={40} aria-hidden="true" className={styles.icon} />
      <h2>{t('thanks.title')}</h2>
      <p>{t('thanks.given', { coins: formatKindracoins(donation.amount), title: name })}</p>
      <div className={styles.links}>
        <Link to={`/wallet/receipts/${donation.id}`}>{t('thanks.receipt')}</Link>
        <Link to={`/crowdfundings/${id}/coins`}>{t('thanks.trail')}</Link>
        <ShareButton path={`/crowdfundings/${id}`} name={name} />
      </div>
    </div>
  );
}
