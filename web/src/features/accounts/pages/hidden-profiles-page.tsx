import type { StoredProfile } from '../../../api/entities.ts';
import { useHiddenProfilesInfiniteQuery } from '../../../api/hidden-profiles.ts';
import { useListedEntities } from '../../../api/use-listed-entities.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { UnhideButton } from '../../../shared/hiding/unhide-button.tsx';
import { useHiding } from '../../../shared/hiding/use-hiding.tsx';
import { PagedSection } from '../../../shared/paged-list.tsx';
import { ProfileIdentity } from '../../../shared/profile-link/profile-identity.tsx';
import { Card } from '../../../ui/index.ts';
import styles from '../settings/rows.module.css';
import { SettingsLayout } from '../settings/settings-layout.tsx';

function HiddenProfileRow({ profile }: { readonly profile: StoredProfile }) {
  const { profileName, isBlocked, isMuted } = profile;
  const hiding = useHiding(profile);
  return (
    <li className={styles.row}>
      <ProfileIdentity profile={profile} className={styles.who} />
      <div className={styles.buttons}>
        {isMuted && <UnhideButton kind="mute" profileName={profileName} hiding={hiding} />}
        {isBlocked && <UnhideButton kind="block" profileName={profileName} hiding={hiding} />}
      </div>
    </li>
  );
}

/** /settings/hidden-profiles: blocked and muted profiles. */
export function HiddenProfilesPage() {
  const { t } = useTranslation('accounts', 'hiding');
  const query = useHiddenProfilesInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const profiles = useListedEntities('profile', query.data);
  return (
    <SettingsLayout title={t('settings.hidden')}>
      <Card as="section">
        <PagedSection
          query={query}
          items={profiles.filter(({ isBlocked, isMuted }) => isBlocked || isMuted)}
          loading={t('settings.hiddenLoading')}
          empty={t('settings.hiddenEmpty')}
          failure={t('settings.hiddenFailure')}
          label={t('settings.hidden')}
          className={styles.rows}
        >
          {(profile) => <HiddenProfileRow profile={profile} />}
        </PagedSection>
      </Card>
    </SettingsLayout>
  );
}
