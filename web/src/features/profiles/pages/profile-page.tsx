import { useEffect } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import type { Profile } from '../../../../../contract/shapes.ts';
import { isComplete } from '../../../api/entities.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { REFETCH_UNLESS_NEW } from '../../../api/first-reads.ts';
import { useGetProfileQuery } from '../../../api/profiles.ts';
import { useEntity } from '../../../api/stored-entities.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { KEEP_SCROLL_AND_FOCUS } from '../../../shared/navigation-state.ts';
import { PostSkeletons } from '../../../shared/post-card/post-card-skeleton.tsx';
import { useReturnTarget } from '../../../shared/return-target.ts';
import { useUser } from '../../../state/session.ts';
import { Tabs } from '../../../ui/index.ts';
import { Columns, Page } from '../../../ui/page.tsx';
import { ProfileContent } from '../profile-content.tsx';
import { ProfileHeader } from '../profile-header.tsx';
import { getProfilePath, getSections, isErased, parseSection } from '../sections.ts';
import { useHasCampaigns } from '../use-has-campaigns.ts';
import styles from './profile-page.module.css';

/** Returns a profile. Redirects to the home page if the profile cannot be loaded or no longer exists. */
function useLoadedProfile(nickname: string) {
  const { data, error } = useGetProfileQuery({ nickname }, REFETCH_UNLESS_NEW);
  const profile = useEntity('profile', data?.id);
  const failure = getApiFailure(error);
  const isUnavailable = failure !== null && failure.status !== 401 && (!data || failure.status === 404);
  const navigate = useNavigate();

  useEffect(() => {
    if (isUnavailable) void navigate('/', { replace: true });
  }, [isUnavailable, navigate]);

  return isUnavailable || !profile || !isComplete(profile) ? undefined : profile;
}

interface ProfileViewProps {
  readonly nickname: string;
  readonly segment: string | undefined;
}

interface ProfileTabsProps {
  readonly profile: Profile;
  readonly segment: string | undefined;
}

function ProfileTabs({ profile, segment }: ProfileTabsProps) {
  const { t } = useTranslation('profiles');
  const navigate = useNavigate();
  const { nickname } = profile;
  // Keeps the section in the URL until it is known whether the profile has it.
  const sections = getSections(useHasCampaigns(profile) ?? segment === 'crowdfundings');
  const content = parseSection(segment, sections);
  if (!content) return <Navigate to={getProfilePath(nickname)} replace />;
  return (
    <Tabs
      label={t('tabs.label', { name: profile.profileName })}
      className={styles.contents}
      tabs={sections.map((key) => ({ key, label: t(`tabs.${key}`) }))}
      selected={content}
      onSelect={(chosen) => void navigate(getProfilePath(nickname, chosen), { state: KEEP_SCROLL_AND_FOCUS })}
    >
      <ProfileContent profile={profile} content={content} />
    </Tabs>
  );
}

function ProfileView({ nickname, segment }: ProfileViewProps) {
  const profile = useLoadedProfile(nickname);
  return (
    <Page width="none">
      <Columns side={<ProfileHeader profile={profile} />}>
        {!profile && <PostSkeletons count={3} />}
        {profile && !isErased(profile) && <ProfileTabs profile={profile} segment={segment} />}
      </Columns>
    </Page>
  );
}

/** /profile/{nickname}/{content}: a profile. Without a nickname, shows the current user's own profile. */
export function ProfilePage() {
  const { nickname, content } = useParams();
  const user = useUser();
  const returnTarget = useReturnTarget();
  if (nickname) return <ProfileView key={nickname} nickname={nickname} segment={content} />;
  if (user) return <Navigate to={getProfilePath(user.nickname)} replace />;
  return <Navigate to="/login" replace state={returnTarget} />;
}
