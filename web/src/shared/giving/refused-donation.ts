import type { Payment } from '../../api/payments.ts';
import { i18n, translateMessage } from '../../i18n/index.ts';

type RefusedDonation = Pick<NonNullable<Payment['donation']>, 'problem'>;

/** Returns why a planned donation was not made, and where its coins are. Requires the namespace `giving`. */
export const describeRefusedDonation = ({ problem }: RefusedDonation): string =>
  [problem && translateMessage({ ...problem, params: {} }), i18n.t('giving:refused.coins')]
    .filter(Boolean)
    .join(' ');
