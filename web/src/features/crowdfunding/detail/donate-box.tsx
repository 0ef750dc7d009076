import { HandHeart } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import { DONATION_DEFAULT, DONATION_MINIMUM, donationProblem } from '../../../../../api/contract/rules.ts';
import type { Campaign } from '../../../api/crowdfunding.ts';
import { useDonateMutation } from '../../../api/crowdfunding-writes.ts';
import { useBalance } from '../../../api/wallet.ts';
import { Trans, useTranslation } from '../../../i18n/index.ts';
import { inCoins } from '../../../shared/campaign/coins.ts';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { useLoginWall } from '../../../shared/use-login-wall.ts';
import { amountOf, numeric } from '../../../shared/whole-number.ts';
import { feedbackGiven } from '../../../state/feedback.ts';
import { useUser } from '../../../state/session.ts';
import { Button, keepFocus, TextField } from '../../../ui/index.ts';
import styles from './donate-box.module.css';

const LOG_IN = 'You must log in to perform this action.';

/** Gives coins once for each press of the button, however often the request has to be sent. */
function useDonation({ id }: Pick<Campaign, 'id'>) {
  const mayDonate = useLoginWall(LOG_IN);
  const balance = useBalance();
  const dispatch = useDispatch();
  // Kept by the campaign, so that whoever leaves while coins are on their way and comes back does not give them again.
  const [donate, { isLoading }] = useDonateMutation({ fixedCacheKey: id });
  const { keyFor, done } = useIdempotencyKey(`donation:${id}`);
  const [problem, setProblem] = useState<string | null>(null);

  const give = async (amount: number) => {
    if (isLoading || !mayDonate()) return;
    const found = donationProblem(amount, balance);
    setProblem(found);
    if (found) return;
    const { error } = await donate({ id, amount, key: keyFor(String(amount)) });
    done(error);
    if (!error) dispatch(feedbackGiven('ok', `You have donated ${amount} kindracoins!`));
  };
  return { give, giving: isLoading, balance, problem, forgetProblem: () => setProblem(null) };
}

/** Where coins are given to a campaign. */
export function DonateBox({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('crowdfunding');
  const user = useUser();
  const [text, setText] = useState(String(DONATION_DEFAULT));
  const { give, giving, balance, problem, forgetProblem } = useDonation(campaign);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void give(amountOf(text));
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t('donating.amount')}
        inputMode="numeric"
        autoComplete="off"
        min={DONATION_MINIMUM}
        value={text}
        error={problem}
        onChange={({ target }) => {
          setText(numeric(target.value));
          forgetProblem();
        }}
      />
      <Button
        type="submit"
        wide
        busy={giving}
        onMouseDown={keepFocus}
        icon={<HandHeart size={20} aria-hidden="true" />}
      >
        {t('donating.donate')}
      </Button>
      {user && (
        <p className={styles.balance}>
          <Trans
            t={t}
            i18nKey="donating.balance"
            values={{ coins: inCoins(balance) }}
            components={{ more: <Link to="/wallet/payment" /> }}
          />
        </p>
      )}
    </form>
  );
}
