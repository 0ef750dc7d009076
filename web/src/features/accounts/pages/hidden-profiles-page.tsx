import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { type HiddenProfile, useHiddenProfilesInfiniteQuery } from '../../../api/hidden-profiles.ts';
import { itemsOf } from '../../../api/paging.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useHiding } from '../../../shared/hiding/use-hiding.tsx';
import { PagedSection } from '../../../shared/paged-section.tsx';
import { Avatar, Button, Card, truncate } from '../../../ui/index.ts';
import styles from '../settings/hidden-profiles.module.css';
import { SettingsFrame } from '../settings/settings-frame.tsx';

function HiddenLine({ profile }: { readonly profile: HiddenProfile }) {
  const { t } = useTranslation('shared');
  const { id, nickname, profileName, isBlocked, isMuted } = profile;
  const { change } = useHiding(profile);
  return (
    <li className={styles.row}>
      <Link to={`/profile/${encodeURIComponent(nickname)}`} className={styles.who}>
        <Avatar name={profileName} seed={id} />
        <span className={styles.names}>
          <strong>{truncate(profileName)}</strong>
          <span className={styles.muted}>@{nickname}</span>
        </span>
      </Link>
      <div className={styles.buttons}>
        {isMuted && (
          <Button
            variant="secondary"
            size="small"
            aria-label={t('hide.unmuteName', { name: profileName })}
            onClick={() => change('mute', false)}
          >
            {t('hide.unmute')}
          </Button>
        )}
        {isBlocked && (
          <Button
            variant="secondary"
            size="small"
            aria-label={t('hide.unblockName', { name: profileName })}
            onClick={() => change('block', false)}
          >
            {t('hide.unblock')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** /settings/hidden-profiles: whom the reader blocks or mutes, with the way back. */
export function HiddenProfilesPage() {
  const { t } = useTranslation('accounts');
  const query = useHiddenProfilesInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const profiles = useMemo(() => itemsOf(query.data), [query.data]);
  return (
    <SettingsFrame title={t('settings.hidden')}>
      <Card as="section">
        <PagedSection
          query={query}
          items={profiles}
          loading={t('settings.hiddenLoading')}
          empty={t('settings.hiddenEmpty')}
          failure={t('settings.hiddenFailure')}
        >
          {(rows) => (
            <ul className={styles.rows} aria-label={t('settings.hidden')}>
              {rows.map((profile) => (
                <HiddenLine key={profile.id} profile={profile} />
              ))}
            </ul>
          )}
        </PagedSection>
      </Card>
    </SettingsFrame>
  );
}
