import type { ReportCase } from '../../api/reports.ts';

/** Where staff look at what is reported; null when it is gone. Animals show on their owners' pages. */
export function subjectAddress({ kind, id, name, owner }: ReportCase['subject']): string | null {
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
