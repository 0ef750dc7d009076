import { isOrganizationRole } from '../../../../contract/rules/accounts.ts';
import type { Profile } from '../../../../contract/shapes.ts';

/** Sections of a profile page, as named in the URL path, in tab order. */
const SECTIONS = ['publications', 'adopt', 'crowdfundings', 'followers', 'following'] as const;

export type ProfileSection = (typeof SECTIONS)[number];

/** Returns the sections of a profile. Only organizations have campaigns. */
export const getSections = ({ role }: Pick<Profile, 'role'>): readonly ProfileSection[] =>
  isOrganizationRole(role) ? SECTIONS : SECTIONS.filter((section) => section !== 'crowdfundings');

/** Returns the section for a path segment: publications by default, or null if the profile has no such section. */
export const parseSection = (
  segment: string | undefined,
  profile: Pick<Profile, 'role'>,
): ProfileSection | null =>
  getSections(profile).find((section) => section === (segment ?? 'publications')) ?? null;

/** Returns the path of a section on a profile page; publications by default. */
export function getProfilePath(nickname: string, content: ProfileSection = 'publications'): string {
  const address = `/profile/${encodeURIComponent(nickname)}`;
  return content === 'publications' ? address : `${address}/${content}`;
}
