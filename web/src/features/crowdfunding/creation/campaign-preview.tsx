import { useTranslation } from '../../../i18n/index.ts';
import { CampaignLooks, CampaignTime } from '../../../shared/campaign/campaign-card.tsx';
import { NotYet, Preview } from '../../../shared/creation/creation-page.tsx';
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
      <CampaignLooks
        label={t('preview.label')}
        title={title.trim() || <NotYet>{t('preview.yourTitle')}</NotYet>}
        picture={imageBase64}
        creator={truncate(user?.profileName ?? '')}
        currentAmount={0}
        goalAmount={goalAmount}
        time={<CampaignTime>{t('preview.time', { count: durationDays })}</CampaignTime>}
      />
    </Preview>
  );
}
