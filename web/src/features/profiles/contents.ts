import type { Profile } from '../../../../contract/shapes.ts';

/** Sections of a profile page, as named in its address. */
export const CONTENTS = ['publications', 'followers', 'following', 'crowdfundings', 'adopt'] as const;

export type Content = (typeof CONTENTS)[number];

const isContent = (segment: string): segment is Content => CONTENTS.some((content) => content === segment);

/** Whether a profile is treated as an organization. */
export const isOrganization = ({ role }: Pick<Profile, 'role'>): boolean =>
  role === 'ORG' || role === 'ADMIN';

/** In the order of the tabs. */
const TABS: readonly Content[] = ['publications', 'adopt', 'crowdfundings', 'followers', 'following'];

/** Sections of a profile; campaigns are for organizations. */
export const contentsOf = (profile: Pick<Profile, 'role'>): readonly Content[] =>
  isOrganization(profile) ? TABS : TABS.filter((content) => content !== 'crowdfundings');

/** Section of an address segment; publications by default, null when the profile has no such section. */
export function contentIn(segment: string | undefined, profile: Pick<Profile, 'role'>): Content | null {
  if (segment === undefined) return 'publications';
  return isContent(segment) && contentsOf(profile).includes(segment) ? segment : null;
}

/** Address of a profile, or of one of its sections. */
export function profileAddress(nickname: string, content: Content = 'publications'): string {
  const address = `/profile/${encodeURIComponent(nickname)}`;
  return content === 'publications' ? address : `${address}/${content}`;
}
