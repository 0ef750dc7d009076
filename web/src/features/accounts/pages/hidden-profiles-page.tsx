import { type HiddenProfile, useHiddenProfilesInfiniteQuery } from '../../../api/hidden-profiles.ts';
import { itemsOf } from '../../../api/paging.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useHiding } from '../../../shared/hiding/use-hiding.tsx';
import { PagedSection } from '../../../shared/paged-list.tsx';
import { ProfileIdentity } from '../../../shared/profile-link/profile-identity.tsx';
import { Button, Card } from '../../../ui/index.ts';
import { useFocusHeir } from '../../../ui/use-focus-heir.ts';
import styles from '../settings/hidden-profiles.module.css';
import { SettingsFrame } from '../settings/settings-frame.tsx';

interface WayBackProps {
  readonly label: string;
  /** Accessible label that names the profile. */
  readonly name: string;
  readonly onPress: () => void;
}

/** A button that disappears after use. */
function WayBack({ label, name, onPress }: WayBackProps) {
  const place = useFocusHeir<HTMLButtonElement>();
  return (
    <Button ref={place} variant="secondary" size="small" aria-label={name} onClick={onPress}>
      {label}
    </Button>
  );
}

function HiddenLine({ profile }: { readonly profile: HiddenProfile }) {
  const { t } = useTranslation('shared');
  const { profileName, isBlocked, isMuted } = profile;
  const { change } = useHiding(profile);
  return (
    <li className={styles.row}>
      <ProfileIdentity profile={profile} className={styles.who} />
      <div className={styles.buttons}>
        {isMuted && (
          <WayBack
            label={t('hide.unmute')}
            name={t('hide.unmuteName', { name: profileName })}
            onPress={() => change('mute', false)}
          />
        )}
        {isBlocked && (
          <WayBack
            label={t('hide.unblock')}
            name={t('hide.unblockName', { name: profileName })}
            onPress={() => change('block', false)}
          />
        )}
      </div>
    </li>
  );
}

/** /settings/hidden-profiles: blocked and muted profiles. */
export function HiddenProfilesPage() {
  const { t } = useTranslation('accounts');
  const query = useHiddenProfilesInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <SettingsFrame title={t('settings.hidden')}>
      <Card as="section">
        <PagedSection
          query={query}
          items={itemsOf(query.data)}
          loading={t('settings.hiddenLoading')}
          empty={t('settings.hiddenEmpty')}
          failure={t('settings.hiddenFailure')}
          label={t('settings.hidden')}
          className={styles.rows}
        >
          {(profile) => <HiddenLine profile={profile} />}
        </PagedSection>
      </Card>
    </SettingsFrame>
  );
}
