import type { Payment } from '../../api/payments.ts';
import { translateMessage, useTranslation } from '../../i18n/index.ts';

type RefusedDonationProps = Pick<NonNullable<Payment['donation']>, 'problem'>;

/** Explains why a planned donation was not made, and where its coins are. Requires the namespace `giving`. */
export function RefusedDonation({ problem }: RefusedDonationProps) {
  const { t } = useTranslation('giving');
  return (
    <p>
      {problem && `${translateMessage({ ...problem, params: {} })} `}
      {t('refused.coins')}
    </p>
  );
}
