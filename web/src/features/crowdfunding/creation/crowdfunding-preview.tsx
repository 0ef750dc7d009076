import { useTranslation } from '../../../i18n/index.ts';
import { Preview, PreviewPlaceholder } from '../../../shared/creation/creation-page.tsx';
import { CrowdfundingCardLayout, CrowdfundingTime } from '../../../shared/crowdfunding/crowdfunding-card.tsx';
import { toPictureSource } from '../../../shared/picture/chosen-picture.ts';
import { useUser } from '../../../state/session.ts';
import { truncate } from '../../../ui/index.ts';
import type { CrowdfundingDraft } from './use-crowdfunding-form.ts';

/** Preview of the campaign card. */
export function CrowdfundingPreview({ draft }: { readonly draft: CrowdfundingDraft }) {
  const { title, goalAmount, durationDays, picture } = draft;
  const { t } = useTranslation('crowdfunding');
  const user = useUser();
  return (
    <Preview title={t('preview.title')}>
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
