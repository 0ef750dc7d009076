import { useTranslation } from '../../../i18n/index.ts';
import { CampaignCardLayout, CampaignTime } from '../../../shared/campaign/campaign-card.tsx';
import { Preview, PreviewPlaceholder } from '../../../shared/creation/creation-page.tsx';
import { useUser } from '../../../state/session.ts';
import { truncate } from '../../../ui/index.ts';
import type { CampaignDraft } from './use-campaign-form.ts';

/** Preview of the campaign's card. */
export function CampaignPreview({ draft }: { readonly draft: CampaignDraft }) {
  const { title, goalAmount, durationDays, imageBase64 } = draft;
  const { t } = useTranslation('crowdfunding');
  const user = useUser();
  return (
    <Preview title={t('preview.title')}>
      <CampaignCardLayout
        label={t('preview.label')}
        title={title.trim() || <PreviewPlaceholder>{t('preview.yourTitle')}</PreviewPlaceholder>}
        picture={imageBase64}
        creator={truncate(user?.profileName ?? '')}
        currentAmount={0}
        goalAmount={goalAmount}
        time={<CampaignTime>{t('preview.time', { count: durationDays })}</CampaignTime>}
      />
    </Preview>
  );
}
