import type { ReportCase } from '../../../../contract/reports.ts';

/**
 * Returns the path of a reported subject, or null if the subject no longer exists. Animals are shown on their owners'
 * pages.
 */
export function getSubjectPath({ kind, id, name, owner }: ReportCase['subject']): string | null {
  if (name === null) return null;
  switch (kind) {
    case 'post':
      return `/post/${encodeURIComponent(id)}`;
    case 'profile':
      return `/profile/${encodeURIComponent(name)}`;
    case 'crowdfunding':
      return `/crowdfundings/${encodeURIComponent(id)}`;
    case 'animal':
      return owner.nickname && `/profile/${encodeURIComponent(owner.nickname)}/adopt`;
  }
}
