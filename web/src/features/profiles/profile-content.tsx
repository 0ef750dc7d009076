import type { Profile } from '../../../../contract/shapes.ts';
import { useProfileAnimalsInfiniteQuery } from '../../api/adoption.ts';
import { useProfileCrowdfundingsInfiniteQuery } from '../../api/crowdfunding.ts';
import { useTranslation } from '../../i18n/index.ts';
import { AnimalList } from '../../shared/animal/animal-list.tsx';
import { CrowdfundingList } from '../../shared/crowdfunding/crowdfunding-list.tsx';
import { Followers, Following } from './follow-lists.tsx';
import { Publications } from './publications.tsx';
import type { ProfileSection } from './sections.ts';

function Animals({ nickname }: { readonly nickname: string }) {
  const { t } = useTranslation('profiles');
  const query = useProfileAnimalsInfiniteQuery({ nickname }, { refetchOnMountOrArgChange: true });
  return <AnimalList label={t('animals')} query={query} empty={t('noAnimals')} />;
}

function Crowdfundings({ nickname }: { readonly nickname: string }) {
  const { t } = useTranslation('profiles');
  const query = useProfileCrowdfundingsInfiniteQuery({ nickname }, { refetchOnMountOrArgChange: true });
  return <CrowdfundingList label={t('tabs.crowdfundings')} query={query} empty={t('noCampaigns')} />;
}

/** Content of the selected profile section. */
export function ProfileContent({
  profile: { nickname, isBlocked = false },
  content,
}: {
  readonly profile: Pick<Profile, 'nickname' | 'isBlocked'>;
  readonly content: ProfileSection;
}) {
  switch (content) {
    case 'publications':
      return <Publications nickname={nickname} isBlocked={isBlocked} />;
    case 'followers':
      return <Followers nickname={nickname} />;
    case 'following':
      return <Following nickname={nickname} />;
    case 'adopt':
      return <Animals nickname={nickname} />;
    case 'crowdfundings':
      return <Crowdfundings nickname={nickname} />;
  }
}
