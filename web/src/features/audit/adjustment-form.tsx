import { type FormEvent, useState } from 'react';
import { adjustmentZero, profileMissing } from '../../../../contract/problems.ts';
import { checkRequiredReason } from '../../../../contract/rules/moderation.ts';
import { cleanText } from '../../../../contract/rules/text.ts';
import { useProposeAdjustmentMutation } from '../../api/audit.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useIdempotencyKey } from '../../shared/use-idempotency-key.ts';
import { useResultToast } from '../../shared/use-result-toast.ts';
import { parseWholeNumber } from '../../shared/whole-number.ts';
import { Button, Card, Checkbox, TextArea, TextField } from '../../ui/index.ts';
import styles from './audit.module.css';

const EMPTY_DRAFT = { profile: '', amount: '', reason: '', writeOff: false };

const validateDraft = ({ profile, amount, reason }: typeof EMPTY_DRAFT) => ({
  profile: profile.trim() === '' ? profileMissing : null,
  amount:
    // Also rejects NaN.
    parseWholeNumber(amount) ? null : adjustmentZero,
  reason: checkRequiredReason(cleanText(reason)),
});

/** Form that proposes a wallet adjustment, which another staff member must approve. */
export function AdjustmentForm() {
  const { t } = useTranslation('audit', 'shared');
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [areProblemsShown, setProblemsShown] = useState(false);
  const [propose, { isLoading }] = useProposeAdjustmentMutation();
  const { getKey, done } = useIdempotencyKey();
  const showResult = useResultToast();
  const problems = validateDraft(draft);
  const change = (part: Partial<typeof EMPTY_DRAFT>) => setDraft({ ...draft, ...part });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblemsShown(true);
    if (isLoading || Object.values(problems).some(Boolean)) return;
    const { profile, amount, reason, writeOff } = draft;
    const body = {
      profile: profile.trim(),
      amount: parseWholeNumber(amount),
      reason: cleanText(reason),
      writeOff,
    };
    const { error } = await propose({ ...body, idempotencyKey: getKey(JSON.stringify(body)) });
    done(error);
    if (!showResult(error, t('done.propose'))) return;
    // Keeps text that was typed after the request was sent.
    setDraft((current) => (current === draft ? EMPTY_DRAFT : current));
    setProblemsShown(false);
  };

  return (
    <Card as="section" aria-label={t('adjustments.form')}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <h2 className={styles.title}>{t('adjustments.form')}</h2>
        <div className={styles.filters}>
          <TextField
            label={t('filters.profile')}
            hint={t('filters.profileHint')}
            value={draft.profile}
            error={areProblemsShown ? problems.profile : null}
            onChange={(event) => change({ profile: event.target.value })}
          />
          <TextField
            label={t('adjustments.amount')}
            hint={t('adjustments.amountHint')}
            inputMode="numeric"
            value={draft.amount}
            error={areProblemsShown ? problems.amount : null}
            onChange={(event) => change({ amount: event.target.value })}
          />
        </div>
        <TextArea
          label={t('shared:reason.label')}
          hint={t('adjustments.reasonHint')}
          value={draft.reason}
          error={areProblemsShown ? problems.reason : null}
          onChange={(event) => change({ reason: event.target.value })}
        />
        <Checkbox
          label={t('adjustments.writeOff')}
          checked={draft.writeOff}
          onChange={(event) => change({ writeOff: event.target.checked })}
        />
        <div className={styles.buttons}>
          <Button type="submit" busy={isLoading}>
            {t('adjustments.ask')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
