import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { loginRequiredToDonate, type Problem } from '../../../../../contract/problems.ts';
import { checkDonation, insufficientCoins, MAX_PURCHASE } from '../../../../../contract/rules/wallet.ts';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { useDonateMutation } from '../../../api/crowdfunding-writes.ts';
import { useBalance } from '../../../api/wallet.ts';
import { useTranslation } from '../../../i18n/index.ts';
import type { MadeDonation } from '../../../shared/giving/thank-you.tsx';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { useRequireLogin } from '../../../shared/use-require-login.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import type { DonationPlan } from './use-donation-purchase.ts';

/** Donates once per click, even if the request is retried. If coins are missing, opens a dialog to buy them. */
export function useDonation({ id }: Pick<Crowdfunding, 'id'>) {
  const { t } = useTranslation('crowdfunding');
  const requireLogin = useRequireLogin(loginRequiredToDonate);
  const balance = useBalance();
  const dispatch = useDispatch();
  // Cached by campaign, so that a user who leaves during the request and returns cannot donate twice.
  const [donate, { isLoading: isSending }] = useDonateMutation({ fixedCacheKey: id });
  const { getKey, done } = useIdempotencyKey(`donation:${id}`);
  const [problem, setProblem] = useState<Problem | null>(null);
  /** The donation whose missing coins are being bought. */
  const [plan, setPlan] = useState<DonationPlan | null>(null);
  const [madeDonation, setMadeDonation] = useState<MadeDonation | null>(null);
  const isDonating = isSending || plan !== null;

  const showThanks = (donation: MadeDonation) => {
    // The user may have closed the sheet of this donation and opened another one.
    setPlan((current) => (current === plan ? null : current));
    setMadeDonation(donation);
    dispatch(feedbackAdded('ok', t('donating.done', { count: donation.amount })));
  };

  const sendDonation = async ({ amount, anonymous }: DonationPlan) => {
    if (isDonating || !requireLogin()) return;
    const donationProblem = checkDonation(amount, balance);
    const canBuy = donationProblem?.code === insufficientCoins.code && amount - balance <= MAX_PURCHASE;
    setProblem(canBuy ? null : donationProblem);
    setMadeDonation(null);
    if (canBuy) setPlan({ amount, anonymous });
    if (donationProblem) return;
    const { data, error } = await donate({
      crowdfundingId: id,
      amount: String(amount),
      ...(anonymous && { anonymous: 'true' as const }),
      idempotencyKey: getKey(`${amount} ${anonymous}`),
    });
    done(error);
    if (data) showThanks({ id: data.donationId, amount });
  };

  return {
    sendDonation,
    isDonating,
    balance,
    problem,
    setProblem,
    plan,
    setPlan,
    madeDonation,
    showThanks,
  };
}
