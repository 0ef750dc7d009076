/** Sections of a profile page, as named in the URL path, in tab order. */
const SECTIONS = ['publications', 'adopt', 'crowdfundings', 'followers', 'following'] as const;

/** Section of a profile page. */
export type ProfileSection = (typeof SECTIONS)[number];

/** Returns the sections of a profile with or without campaigns. */
export const getSections = (hasCampaigns: boolean): readonly ProfileSection[] =>
  hasCampaigns ? SECTIONS : SECTIONS.filter((section) => section !== 'crowdfundings');

/** Returns the section for a path segment: publications by default, or null if there is no such section. */
export const parseSection = (
  segment: string | undefined,
  sections: readonly ProfileSection[],
): ProfileSection | null => sections.find((section) => section === (segment ?? 'publications')) ?? null;

/** Returns the path of a section on a profile page; publications by default. */
export function getProfilePath(nickname: string, content: ProfileSection = 'publications'): string {
  const address = `/profile/${encodeURIComponent(nickname)}`;
  return content === 'publications' ? address : `${address}/${content}`;
}

/** Returns whether an account was erased. Only staff can open its profile, which no longer has a nickname. */
export const isErased = ({ nickname }: { readonly nickname: string }): boolean => nickname === '';
