import { ArrowLeft } from 'lucide-react';
import type { FormEvent } from 'react';
import { Link } from 'react-router-dom';
import {
  codePoints,
  DESCRIPTION_LIMIT,
  DURATION_MAXIMUM,
  DURATION_MINIMUM,
  TITLE_LIMIT,
} from '../../../../../api/contract/rules.ts';
import { formatNumber, tell, useTranslation } from '../../../i18n/index.ts';
import { ClampedField } from '../../../shared/clamped-field.tsx';
import { PictureField } from '../../../shared/picture/picture-field.tsx';
import { withinLimit } from '../../../shared/within-limit.ts';
import { Button, Card, keepFocus, PageHeading, TextArea, TextField } from '../../../ui/index.ts';
import { useWrongFocus } from '../../../ui/use-wrong-focus.ts';
import { CampaignPreview } from './campaign-preview.tsx';
import { clampedNumber } from './clamp.ts';
import { GoalField } from './goal-field.tsx';
import styles from './new-campaign-page.module.css';
import { useCampaignForm } from './use-campaign-form.ts';

type FieldsProps = Pick<ReturnType<typeof useCampaignForm>, 'draft' | 'change' | 'isMissing'>;

function Fields({ draft, change, isMissing }: FieldsProps) {
  const { t } = useTranslation('crowdfunding');
  const { title, description, goalAmount, durationDays, imageBase64 } = draft;
  return (
    <>
      <TextField
        label={t('form.title')}
        value={title}
        invalid={isMissing('title')}
        counter={`${codePoints(title)} / ${TITLE_LIMIT}`}
        onChange={({ target }) => change({ title: withinLimit(target, TITLE_LIMIT) })}
      />
      <PictureField
        label={t('form.image')}
        value={imageBase64}
        invalid={isMissing('imageBase64')}
        onChange={(picture) => change({ imageBase64: picture })}
      />
      <TextArea
        label={t('sections.description')}
        rows={6}
        value={description}
        invalid={isMissing('description')}
        counter={`${codePoints(description)} / ${DESCRIPTION_LIMIT}`}
        onChange={({ target }) => change({ description: withinLimit(target, DESCRIPTION_LIMIT) })}
      />
      <GoalField value={goalAmount} onChange={(amount) => change({ goalAmount: amount })} />
      <ClampedField
        label={t('form.duration')}
        hint={t('form.durationHint', {
          least: formatNumber(DURATION_MINIMUM),
          most: formatNumber(DURATION_MAXIMUM),
        })}
        maxLength={12}
        clamp={(text, before) => clampedNumber(text, DURATION_MINIMUM, DURATION_MAXIMUM, before)}
        value={durationDays}
        onChange={(days) => change({ durationDays: days })}
      />
    </>
  );
}

/** /new-post/crowdfunding: the form of a new campaign, beside what will come of it. */
export function NewCampaignPage() {
  const { t } = useTranslation('crowdfunding');
  const { draft, change, isMissing, send, problem, sending } = useCampaignForm();
  const form = useWrongFocus(problem);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link to="/new-post" className={styles.back}>
          <ArrowLeft size={22} aria-hidden="true" />
          <span className="visually-hidden">{t('form.back')}</span>
        </Link>
        <PageHeading>{t('new')}</PageHeading>
      </header>
      <div className={styles.columns}>
        <Card>
          <form ref={form} className={styles.form} onSubmit={submit} noValidate>
            <Fields draft={draft} change={change} isMissing={isMissing} />
            {problem && (
              <p className={styles.problem} role="alert">
                {tell(problem)}
              </p>
            )}
            <Button type="submit" busy={sending} onMouseDown={keepFocus}>
              {t('form.send')}
            </Button>
          </form>
        </Card>
        <CampaignPreview draft={draft} />
      </div>
    </div>
  );
}
