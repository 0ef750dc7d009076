import type { Profile } from '../../../../api/contract/shapes.ts';
import type { Tab } from '../../ui/index.ts';

/** What a profile's page can show, as its address names it. */
export const CONTENTS = ['publications', 'followers', 'following', 'crowdfundings', 'adopt'] as const;

export type Content = (typeof CONTENTS)[number];

const isContent = (segment: string): segment is Content => CONTENTS.some((content) => content === segment);

/** Whether a profile is treated as an organization's. */
export const isOrganization = ({ role }: Pick<Profile, 'role'>): boolean =>
  role === 'ORG' || role === 'ADMIN';

const TABS: readonly Tab<Content>[] = [
  { key: 'publications', label: 'Publications' },
  { key: 'adopt', label: 'Adoption' },
  { key: 'crowdfundings', label: 'Crowdfundings' },
  { key: 'followers', label: 'Followers' },
  { key: 'following', label: 'Following' },
];

/** The tabs of a profile; campaigns are for organizations. */
export const tabsOf = (profile: Pick<Profile, 'role'>): readonly Tab<Content>[] =>
  isOrganization(profile) ? TABS : TABS.filter(({ key }) => key !== 'crowdfundings');

/** What an address's segment asks for; publications when it is left out, null when the profile has no such thing. */
export function contentIn(segment: string | undefined, profile: Pick<Profile, 'role'>): Content | null {
  if (segment === undefined) return 'publications';
  return isContent(segment) && tabsOf(profile).some(({ key }) => key === segment) ? segment : null;
}

/** Address of a profile, or of one of its contents. */
export function profileAddress(nickname: string, content: Content = 'publications'): string {
  const address = `/profile/${encodeURIComponent(nickname)}`;
  return content === 'publications' ? address : `${address}/${content}`;
}
