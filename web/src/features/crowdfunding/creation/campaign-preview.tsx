import { CampaignLooks, CampaignTime } from '../../../shared/campaign/campaign-card.tsx';
import { useUser } from '../../../state/session.ts';
import { pluralise, truncate } from '../../../ui/index.ts';
import styles from './new-campaign-page.module.css';
import type { CampaignDraft } from './use-campaign-form.ts';

/** How the campaign will look in the list. */
export function CampaignPreview({ draft }: { readonly draft: CampaignDraft }) {
  const { title, goalAmount, durationDays, imageBase64 } = draft;
  const user = useUser();
  return (
    <aside className={styles.preview} aria-label="Preview">
      <p className={styles.previewTitle}>Preview</p>
      <CampaignLooks
        label="Preview of your crowdfunding"
        title={title.trim() || <span className={styles.placeholder}>Your title</span>}
        picture={imageBase64}
        creator={truncate(user?.profileName ?? '')}
        currentAmount={0}
        goalAmount={goalAmount}
        time={
          <CampaignTime>
            {durationDays} {pluralise('day', durationDays)} once approved
          </CampaignTime>
        }
      />
    </aside>
  );
}
