import type { KindraEvent } from '../../../domain/catalogue.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { type Check, compareRows, type GetCheckpoint } from './check.ts';

/** Search tables and their owner columns. Their texts are not compared, because the log stores them encrypted. */
const OWNER_COLUMNS = {
  search_people: 'owner_id',
  search_organizations: 'owner_id',
  search_crowdfundings: 'owner_id',
  search_animals: 'owner_id',
  search_posts: 'author_id',
} as const;

const ENTRIES = Object.entries(OWNER_COLUMNS)
  .map(([table, owner]) => `SELECT id, '${table}' AS table, ${owner} AS owner FROM read.${table}`)
  .join(' UNION ALL ');

/** Selects tags of posts that have no search entry. */
const ORPHANED_TAGS = `
  SELECT DISTINCT post_id AS id FROM read.search_tags tagged
  WHERE NOT EXISTS (SELECT FROM read.search_posts post WHERE post.id = tagged.post_id)`;

/** Creates a check that recomputes which entries each search table contains, and their owners. */
export function createSearchCheck(getCheckpoint: GetCheckpoint): Check {
  const until = getCheckpoint('search');
  const entries = new Map<string, { readonly table: keyof typeof OWNER_COLUMNS; readonly owner: string }>();

  function countEvent({ type, data }: KindraEvent): void {
    if (type === 'AccountRegistered') {
      const table = data.role === 'ORG' ? 'search_organizations' : 'search_people';
      entries.set(data.accountId, { table, owner: data.accountId });
    }
    if (type === 'OrganizationDeclined' || type === 'AccountErased') entries.delete(data.accountId);
    if (type === 'CrowdfundingCreated')
      entries.set(data.crowdfundingId, { table: 'search_crowdfundings', owner: data.creatorId });
    if (type === 'AnimalOffered')
      entries.set(data.adoptionId, { table: 'search_animals', owner: data.ownerId });
    if (type === 'AnimalAdopted' || type === 'AdoptionRemoved') entries.delete(data.adoptionId);
    if (type === 'PostPublished' && data.parentId === null)
      entries.set(data.postId, { table: 'search_posts', owner: data.authorId });
    if (type === 'PostDeleted') entries.delete(data.postId);
  }

  return {
    until,
    types: [
      'AccountRegistered',
      'OrganizationDeclined',
      'AccountErased',
      'CrowdfundingCreated',
      'AnimalOffered',
      'AnimalAdopted',
      'AdoptionRemoved',
      'PostPublished',
      'PostDeleted',
    ],
    selects: [ENTRIES, ORPHANED_TAGS],
    processEvent: (event) => {
      if (event.position <= until) countEvent(event as RecordedEvent & KindraEvent);
    },
    compare: async (readRows) => [
      ...(await compareRows(readRows, 'search', 'search-entry', ENTRIES, entries)),
      ...(await compareRows(readRows, 'search', 'search-tag', ORPHANED_TAGS, [])),
    ],
    countChecked: () => ({ searchEntries: entries.size }),
  };
}
