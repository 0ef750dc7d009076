import type { Profile } from '../../../../contract/shapes.ts';

/** Sections of a profile page, as named in the URL path. */
const PROFILE_SECTIONS = ['publications', 'followers', 'following', 'crowdfundings', 'adopt'] as const;

export type ProfileSection = (typeof PROFILE_SECTIONS)[number];

const isProfileSection = (segment: string): segment is ProfileSection =>
  PROFILE_SECTIONS.some((content) => content === segment);

/** Returns whether a profile is treated as an organization. */
export const isOrganization = ({ role }: Pick<Profile, 'role'>): boolean =>
  role === 'ORG' || role === 'ADMIN';

/** Sections, in tab order. */
const TAB_ORDER: readonly ProfileSection[] = [
  'publications',
  'adopt',
  'crowdfundings',
  'followers',
  'following',
];

/** Returns the sections of a profile. Only organizations have campaigns. */
export const getSections = (profile: Pick<Profile, 'role'>): readonly ProfileSection[] =>
  isOrganization(profile) ? TAB_ORDER : TAB_ORDER.filter((content) => content !== 'crowdfundings');

/** Returns the section for a path segment: publications by default, or null if the profile has no such section. */
export function parseSection(
  segment: string | undefined,
  profile: Pick<Profile, 'role'>,
): ProfileSection | null {
  if (segment === undefined) return 'publications';
  return isProfileSection(segment) && getSections(profile).includes(segment) ? segment : null;
}

/** Returns the path of a section on a profile page; publications by default. */
export function getProfilePath(nickname: string, content: ProfileSection = 'publications'): string {
  const address = `/profile/${encodeURIComponent(nickname)}`;
  return content === 'publications' ? address : `${address}/${content}`;
}
