import { useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import type { Profile } from '../../../../../contract/shapes.ts';
import { failureOf } from '../../../api/failure.ts';
import { useGetProfileQuery } from '../../../api/profiles.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { KEEPS_PLACE } from '../../../shared/keeps-place.ts';
import { PostSkeletons } from '../../../shared/post-card/post-card-skeleton.tsx';
import { useWayBack } from '../../../shared/way-back.ts';
import { useUser } from '../../../state/session.ts';
import { Tabs } from '../../../ui/index.ts';
import { Page } from '../../../ui/page.tsx';
import { contentIn, contentsOf, profileAddress } from '../contents.ts';
import { ProfileContent } from '../profile-content.tsx';
import { ProfileHeader } from '../profile-header.tsx';
import styles from './profile-page.module.css';

/** Redirects home when the profile cannot be loaded or no longer exists. */
function useLoadedProfile(nickname: string) {
  const { data, error } = useGetProfileQuery({ nickname }, { refetchOnMountOrArgChange: true });
  const failure = failureOf(error);
  const lost = failure !== null && failure.status !== 401 && (!data || failure.status === 404);
  const navigate = useNavigate();

  useEffect(() => {
    if (lost) void navigate('/', { replace: true });
  }, [lost, navigate]);

  return lost ? undefined : data;
}

interface ViewProps {
  readonly nickname: string;
  readonly segment: string | undefined;
}

interface ContentsProps {
  readonly profile: Profile;
  readonly segment: string | undefined;
}

function Contents({ profile, segment }: ContentsProps) {
  const { t } = useTranslation('profiles');
  const navigate = useNavigate();
  const { nickname } = profile;
  const content = contentIn(segment, profile);
  if (!content) return <Navigate to={profileAddress(nickname)} replace />;
  return (
    <Tabs
      label={t('tabs.label', { name: profile.profileName })}
      className={styles.contents}
      tabs={contentsOf(profile).map((key) => ({ key, label: t(`tabs.${key}`) }))}
      selected={content}
      onSelect={(chosen) => void navigate(profileAddress(nickname, chosen), { state: KEEPS_PLACE })}
    >
      <ProfileContent profile={profile} content={content} />
    </Tabs>
  );
}

function ProfileView({ nickname, segment }: ViewProps) {
  const profile = useLoadedProfile(nickname);
  return (
    <Page gap={3}>
      <ProfileHeader profile={profile} />
      {profile ? <Contents profile={profile} segment={segment} /> : <PostSkeletons count={3} />}
    </Page>
  );
}

/** /profile/{nickname}/{content}. Without a nickname, the reader's own profile. */
export function ProfilePage() {
  const { nickname, content } = useParams();
  const user = useUser();
  const wayBack = useWayBack();
  if (nickname) return <ProfileView key={nickname} nickname={nickname} segment={content} />;
  if (user) return <Navigate to={profileAddress(user.nickname)} replace />;
  return <Navigate to="/login" replace state={wayBack} />;
}
