import { HandHeart } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import type { Problem } from '../../../../../contract/problems.ts';
import { loginRequiredToDonate } from '../../../../../contract/problems.ts';
import { checkDonation, DEFAULT_DONATION, MIN_DONATION } from '../../../../../contract/rules/wallet.ts';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { useDonateMutation } from '../../../api/crowdfunding-writes.ts';
import { useBalance } from '../../../api/wallet.ts';
import { formatEuros, formatWholeEuros, Trans, useTranslation } from '../../../i18n/index.ts';
import { formatKindracoins } from '../../../shared/crowdfunding/coins.ts';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { useRequireLogin } from '../../../shared/use-require-login.ts';
import { parseAmount, stripNonNumeric } from '../../../shared/whole-number.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { useUser } from '../../../state/session.ts';
import { Button, keepFocus, TextField } from '../../../ui/index.ts';
import styles from './donate-box.module.css';

/** Donates once per press of the button, even if the request is retried. */
function useDonation({ id }: Pick<Crowdfunding, 'id'>) {
  const { t } = useTranslation('crowdfunding');
  const mayDonate = useRequireLogin(loginRequiredToDonate);
  const balance = useBalance();
  const dispatch = useDispatch();
  // Cached by campaign, so that a reader who leaves during the request and returns cannot donate twice.
  const [donate, { isLoading }] = useDonateMutation({ fixedCacheKey: id });
  const { keyFor, done } = useIdempotencyKey(`donation:${id}`);
  const [problem, setProblem] = useState<Problem | null>(null);

  const sendDonation = async (amount: number) => {
    if (isLoading || !mayDonate()) return;
    const found = checkDonation(amount, balance);
    setProblem(found);
    if (found) return;
    const { error } = await donate({
      crowdfundingId: id,
      amount: String(amount),
      idempotencyKey: keyFor(String(amount)),
    });
    done(error);
    if (!error) dispatch(feedbackAdded('ok', t('donating.done', { count: amount })));
  };
  return { sendDonation, isDonating: isLoading, balance, problem, clearProblem: () => setProblem(null) };
}

/** Offered amounts, in coins. */
const PRESETS = [500, 1000, 2500] as const;

/** Donation form of a campaign. */
export function DonateBox({ crowdfunding }: { readonly crowdfunding: Crowdfunding }) {
  const { t } = useTranslation('crowdfunding');
  const user = useUser();
  const [text, setText] = useState(String(DEFAULT_DONATION));
  const { sendDonation, isDonating, balance, problem, clearProblem } = useDonation(crowdfunding);

  const amount = parseAmount(text);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void sendDonation(amount);
  };

  const choose = (preset: number) => {
    setText(String(preset));
    clearProblem();
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <fieldset className={styles.chips} aria-label={t('donating.presets')}>
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            className={styles.chip}
            aria-pressed={amount === preset}
            onClick={() => choose(preset)}
          >
            <strong>{formatWholeEuros(preset)}</strong>
            <span>{formatKindracoins(preset)}</span>
          </button>
        ))}
      </fieldset>
      <TextField
        label={t('donating.amount')}
        inputMode="numeric"
        autoComplete="off"
        min={MIN_DONATION}
        value={text}
        error={problem}
        hint={amount > 0 ? t('donating.worth', { euros: formatEuros(amount) }) : ''}
        onChange={({ target }) => {
          setText(stripNonNumeric(target.value));
          clearProblem();
        }}
      />
      <Button
        type="submit"
        variant="give"
        wide
        busy={isDonating}
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
            values={{ coins: formatKindracoins(balance) }}
            components={{ more: <Link to="/wallet/payment" /> }}
          />
        </p>
      )}
    </form>
  );
}
