import { HandHeart } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { DEFAULT_DONATION, MIN_DONATION } from '../../../../../contract/rules/wallet.ts';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { formatEuros, formatWholeEuros, Trans, useTranslation } from '../../../i18n/index.ts';
import { formatKindracoins } from '../../../shared/crowdfunding/coins.ts';
import { parseAmount, stripNonNumeric } from '../../../shared/whole-number.ts';
import { tabStorage } from '../../../state/browser-storage.ts';
import { useUser } from '../../../state/session.ts';
import { Button, Checkbox, keepFocus, TextField } from '../../../ui/index.ts';
import styles from './donate-box.module.css';
import type { useDonation } from './use-donation.ts';
import { useIsInView } from './use-is-in-view.ts';

/** Suggested amounts, in coins. */
const PRESETS = [500, 1000, 2500] as const;

const INITIAL_FIELDS = { text: String(DEFAULT_DONATION), anonymous: false };

/** Returns the fields of the form, kept while a visitor logs in or registers, and functions that change and remove them. */
function useKeptFields(id: string) {
  const key = `donation:${id}`;
  const [fields, setFields] = useState<typeof INITIAL_FIELDS>(() => ({
    ...INITIAL_FIELDS,
    ...JSON.parse(tabStorage.get(key) || '{}'),
  }));
  const isVisitor = useUser() === null;
  const change = (part: Partial<typeof INITIAL_FIELDS>) => {
    const newFields = { ...fields, ...part };
    setFields(newFields);
    if (isVisitor) tabStorage.set(key, JSON.stringify(newFields));
    else tabStorage.remove(key);
  };
  return [fields, change, () => tabStorage.remove(key)] as const;
}

interface AmountChipsProps {
  readonly amount: number;
  readonly onChoose: (amount: number) => void;
}

function AmountChips({ amount, onChoose }: AmountChipsProps) {
  const { t } = useTranslation('crowdfunding');
  return (
    <fieldset className={styles.chips} aria-label={t('donating.presets')}>
      {PRESETS.map((preset) => (
        <button
          key={preset}
          type="button"
          className={styles.chip}
          aria-pressed={amount === preset}
          onClick={() => onChoose(preset)}
        >
          <strong>{formatWholeEuros(preset)}</strong>
          <span>{formatKindracoins(preset)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Holding Enter repeats the key, which would donate again after each response. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

/** The second click of a double click would donate again if the response is fast. */
function ignoreFurtherClicks(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

interface DonateBoxProps {
  readonly crowdfunding: Crowdfunding;
  readonly donation: ReturnType<typeof useDonation>;
}

/** Donation form for a campaign. In narrow windows, a button leads to the form while the form is out of view. */
export function DonateBox({ crowdfunding, donation }: DonateBoxProps) {
  const { t } = useTranslation('crowdfunding');
  const user = useUser();
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLDivElement>(null);
  const isInView = useIsInView(button);
  const [{ text, anonymous }, setFields, forgetFields] = useKeptFields(crowdfunding.id);
  const { sendDonation, isDonating, balance, problem, setProblem } = donation;
  const amount = parseAmount(text);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (user) forgetFields();
    void sendDonation({ amount, anonymous });
  };
  const change = (newText: string) => {
    setFields({ text: newText });
    setProblem(null);
  };
  const showForm = () => {
    form.current?.scrollIntoView({ block: 'center' });
    form.current?.focus({ preventScroll: true });
  };

  return (
    <>
      <form
        ref={form}
        className={styles.form}
        aria-label={t('donating.donate')}
        tabIndex={-1}
        onSubmit={submit}
        onKeyDown={ignoreHeldEnter}
        noValidate
      >
        <AmountChips amount={amount} onChoose={(preset) => change(String(preset))} />
        <TextField
          label={t('donating.amount')}
          inputMode="numeric"
          autoComplete="off"
          min={MIN_DONATION}
          value={text}
          error={problem}
          hint={amount > 0 ? t('donating.worth', { euros: formatEuros(amount) }) : ''}
          onChange={({ target }) => change(stripNonNumeric(target.value))}
        />
        <Checkbox
          label={t('donating.anonymously')}
          checked={anonymous}
          onChange={({ target }) => setFields({ anonymous: target.checked })}
        />
        <div ref={button}>
          <Button
            type="submit"
            variant="give"
            wide
            busy={isDonating}
            onMouseDown={keepFocus}
            onClick={ignoreFurtherClicks}
            icon={<HandHeart size={20} aria-hidden="true" />}
          >
            {t('donating.donate')}
          </Button>
        </div>
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
      {!isInView && (
        <div className={styles.reach}>
          <Button variant="give" wide onClick={showForm}>
            {t('donating.chooseDonation')}
          </Button>
        </div>
      )}
    </>
  );
}
