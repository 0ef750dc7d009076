import { Link } from 'react-router-dom';
import type { EntityRef, StoredProfile } from '../../api/entities.ts';
import { useSuggestedOrganizationsQuery, useSuggestedProfilesQuery } from '../../api/profiles.ts';
import { useEntities } from '../../api/use-listed-entities.ts';
import { useTranslation } from '../../i18n/index.ts';
import { FollowButton } from '../../shared/follow-button.tsx';
import { Avatar, Card, EmptyState, ErrorState, Skeleton, truncate } from '../../ui/index.ts';
import styles from './suggestions.module.css';

const MAX_NAME_LENGTH = 14;

function SuggestionRow({ profile }: { readonly profile: StoredProfile }) {
  return (
    <li className={styles.row}>
      <Link to={`/profile/${encodeURIComponent(profile.nickname)}`} className={styles.who}>
        <Avatar name={profile.profileName} seed={profile.id} picture={profile.avatar} size={40} />
        <span className={styles.names}>
          <strong>
            <bdi>{truncate(profile.profileName, MAX_NAME_LENGTH)}</bdi>
          </strong>
          <span>@{profile.nickname}</span>
        </span>
      </Link>
      <FollowButton profile={profile} />
    </li>
  );
}

interface SuggestionQuery {
  readonly data?: readonly EntityRef[];
  readonly isLoading: boolean;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

function SuggestionList({ data, isLoading, isError, refetch }: SuggestionQuery) {
  const { t } = useTranslation('feed');
  const profiles = useEntities('profile', data);
  if (isLoading)
    return (
      <div role="status" aria-label={t('suggestions.loading')} className={styles.rows}>
        {['first', 'second', 'third'].map((key) => (
          <div key={key} className={styles.row}>
            <Skeleton width="40px" height="40px" />
            <Skeleton width="60%" />
          </div>
        ))}
      </div>
    );
  if (isError)
    return (
      <ErrorState compact onRetry={refetch}>
        {t('suggestions.failure')}
      </ErrorState>
    );
  if (profiles.length === 0)
    return (
      <EmptyState compact icon={null}>
        {t('suggestions.empty')}
      </EmptyState>
    );
  return (
    <ul className={styles.rows}>
      {profiles.map((profile) => (
        <SuggestionRow key={profile.id} profile={profile} />
      ))}
    </ul>
  );
}

/** Suggested profiles and organizations to follow. */
export function Suggestions() {
  const { t } = useTranslation('feed');
  const profiles = useSuggestedProfilesQuery();
  const organizations = useSuggestedOrganizationsQuery();
  return (
    <div className={styles.suggestions}>
      <Card as="section">
        <h2 className={styles.title}>{t('suggestions.profiles')}</h2>
        <SuggestionList {...profiles} />
      </Card>
      <Card as="section">
        <h2 className={styles.title}>{t('suggestions.organizations')}</h2>
        <SuggestionList {...organizations} />
      </Card>
    </div>
  );
}
