import {
  DESCRIPTION_LIMIT,
  DURATION_MAXIMUM,
  DURATION_MINIMUM,
  TITLE_LIMIT,
} from '../../../../../contract/rules/crowdfunding.ts';
import { countCodePoints } from '../../../../../contract/rules/text.ts';
import { formatNumber, useTranslation } from '../../../i18n/index.ts';
import { ClampedField } from '../../../shared/clamped-field.tsx';
import { CreationPage } from '../../../shared/creation/creation-page.tsx';
import { PictureField } from '../../../shared/picture/picture-field.tsx';
import { withinLimit } from '../../../shared/within-limit.ts';
import { TextArea, TextField } from '../../../ui/index.ts';
import { CampaignPreview } from './campaign-preview.tsx';
import { GoalField } from './goal-field.tsx';
import { useCampaignForm } from './use-campaign-form.ts';

function Fields({ draft, change, changePicture, isMissing, sending }: ReturnType<typeof useCampaignForm>) {
  const { t } = useTranslation('crowdfunding');
  const { title, description, goalAmount, durationDays, imageBase64 } = draft;
  return (
    <>
      <TextField
        label={t('form.title')}
        value={title}
        readOnly={sending}
        invalid={isMissing('title')}
        counter={`${countCodePoints(title)} / ${TITLE_LIMIT}`}
        onChange={({ target }) => change({ title: withinLimit(target, TITLE_LIMIT) })}
      />
      <PictureField
        label={t('form.image')}
        value={imageBase64}
        busy={sending}
        invalid={isMissing('imageBase64')}
        onChange={changePicture}
      />
      <TextArea
        label={t('sections.description')}
        rows={6}
        value={description}
        readOnly={sending}
        invalid={isMissing('description')}
        counter={`${countCodePoints(description)} / ${DESCRIPTION_LIMIT}`}
        onChange={({ target }) => change({ description: withinLimit(target, DESCRIPTION_LIMIT) })}
      />
      <GoalField
        value={goalAmount}
        readOnly={sending}
        onChange={(amount) => change({ goalAmount: amount })}
      />
      <ClampedField
        label={t('form.duration')}
        hint={t('form.durationHint', {
          least: formatNumber(DURATION_MINIMUM),
          most: formatNumber(DURATION_MAXIMUM),
        })}
        maxLength={12}
        least={DURATION_MINIMUM}
        most={DURATION_MAXIMUM}
        value={durationDays}
        readOnly={sending}
        onChange={(days) => change({ durationDays: days })}
      />
    </>
  );
}

/** /new-post/crowdfunding: form for a new campaign, with a preview. */
export function NewCampaignPage() {
  const { t } = useTranslation('crowdfunding');
  const form = useCampaignForm();
  return (
    <CreationPage
      title={t('new')}
      back={t('form.back')}
      submit={t('form.send')}
      form={form}
      preview={<CampaignPreview draft={form.draft} />}
    >
      <Fields {...form} />
    </CreationPage>
  );
}
