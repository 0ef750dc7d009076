import {
  DESCRIPTION_LIMIT,
  MAX_DURATION_DAYS,
  MIN_DURATION_DAYS,
  TITLE_LIMIT,
} from '../../../../../contract/rules/crowdfunding.ts';
import { countCodePoints } from '../../../../../contract/rules/text.ts';
import { formatNumber, useTranslation } from '../../../i18n/index.ts';
import { ClampedField } from '../../../shared/clamped-field.tsx';
import { CreationPage, Preview, PreviewPlaceholder } from '../../../shared/creation/creation-page.tsx';
import { CrowdfundingCardLayout, CrowdfundingTime } from '../../../shared/crowdfunding/crowdfunding-card.tsx';
import { toPictureSource } from '../../../shared/picture/chosen-picture.ts';
import { PictureField } from '../../../shared/picture/picture-field.tsx';
import { useUser } from '../../../state/session.ts';
import { TextArea, TextField, truncate } from '../../../ui/index.ts';
import { GoalField } from './goal-field.tsx';
import { useCrowdfundingForm } from './use-crowdfunding-form.ts';

function CrowdfundingFields({
  draft,
  change,
  changePicture,
  getTextProps,
  isMissing,
  isSending,
}: ReturnType<typeof useCrowdfundingForm>) {
  const { t } = useTranslation('crowdfunding', 'shared');
  const { title, description, goalAmount, durationDays, picture } = draft;
  return (
    <>
      <TextField
        label={t('form.title')}
        counter={`${countCodePoints(title)} / ${TITLE_LIMIT}`}
        {...getTextProps('title', TITLE_LIMIT)}
      />
      <PictureField
        label={t('shared:picture.label')}
        value={picture}
        busy={isSending}
        invalid={isMissing('picture')}
        onChange={changePicture}
      />
      <TextArea
        label={t('sections.description')}
        rows={6}
        counter={`${countCodePoints(description)} / ${DESCRIPTION_LIMIT}`}
        {...getTextProps('description', DESCRIPTION_LIMIT)}
      />
      <GoalField
        value={goalAmount}
        readOnly={isSending}
        onChange={(amount) => change({ goalAmount: amount })}
      />
      <ClampedField
        label={t('form.duration')}
        hint={t('form.durationHint', {
          least: formatNumber(MIN_DURATION_DAYS),
          most: formatNumber(MAX_DURATION_DAYS),
        })}
        maxLength={12}
        min={MIN_DURATION_DAYS}
        max={MAX_DURATION_DAYS}
        value={durationDays}
        readOnly={isSending}
        onChange={(days) => change({ durationDays: days })}
      />
    </>
  );
}

function CrowdfundingPreview({ draft }: Pick<ReturnType<typeof useCrowdfundingForm>, 'draft'>) {
  const { title, goalAmount, durationDays, picture } = draft;
  const { t } = useTranslation('crowdfunding');
  const user = useUser();
  return (
    <Preview>
      <CrowdfundingCardLayout
        label={t('preview.label')}
        title={title.trim() || <PreviewPlaceholder>{t('preview.yourTitle')}</PreviewPlaceholder>}
        picture={toPictureSource(picture)}
        creator={truncate(user?.profileName ?? '')}
        currentAmount={0}
        goalAmount={goalAmount}
        time={<CrowdfundingTime>{t('preview.time', { count: durationDays })}</CrowdfundingTime>}
      />
    </Preview>
  );
}

/** /new-post/crowdfunding: form for a new campaign, with a preview. */
export function NewCrowdfundingPage() {
  const { t } = useTranslation('crowdfunding');
  const form = useCrowdfundingForm();
  return (
    <CreationPage
      title={t('new')}
      submit={t('form.send')}
      form={form}
      preview={<CrowdfundingPreview draft={form.draft} />}
    >
      <CrowdfundingFields {...form} />
    </CreationPage>
  );
}
