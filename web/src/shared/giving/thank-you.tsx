import { HandHeart } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Crowdfunding } from '../../api/crowdfunding.ts';
import { useGetReceiptQuery } from '../../api/wallet.ts';
import { formatNumber, getDisplayName, useTranslation } from '../../i18n/index.ts';
import { formatKindracoins } from '../crowdfunding/coins.ts';
import { ShareButton } from '../share-button.tsx';
import styles from './thank-you.module.css';
import { getTrailLinePath, getTrailPath } from './trail-path.ts';

/** A donation that was successfully made. */
export interface MadeDonation {
  readonly id: string;
  readonly amount: number;
}

interface ThankYouProps {
  readonly donation: MadeDonation;
  readonly crowdfunding: Pick<Crowdfunding, 'id' | 'title'>;
}

/** Link to a donation's line in the coin trail, or to the whole trail until the line number is known. */
function TrailLink({ donation, crowdfunding }: ThankYouProps) {
  const { t } = useTranslation('giving');
  const { data } = useGetReceiptQuery({ id: donation.id });
  const line = data?.trail?.sequence;
  return line === undefined ? (
    <Link to={getTrailPath(crowdfunding.id)}>{t('thanks.trail')}</Link>
  ) : (
    <Link to={getTrailLinePath(crowdfunding.id, line)}>{t('thanks.line', { line: formatNumber(line) })}</Link>
  );
}

/** Thank-you message for a donation, with links to receipt and coin trail. Requires the namespace `giving`. */
export function ThankYou(props: ThankYouProps) {
  const {
    donation,
    crowdfunding: { id, title },
  } = props;
  const { t } = useTranslation('giving');
  const name = getDisplayName(title);
  return (
    <div className={styles.thanks} role="status">
      <HandHeart size={40} aria-hidden="true" />
      <h2>{t('thanks.title')}</h2>
      <p>{t('thanks.given', { coins: formatKindracoins(donation.amount), title: name })}</p>
      <div className={styles.links}>
        <Link to={`/wallet/receipts/${donation.id}`}>{t('thanks.receipt')}</Link>
        <TrailLink {...props} />
        <ShareButton path={`/crowdfundings/${id}`} name={name} />
      </div>
    </div>
  );
}
