import type { StaffAction } from '../../../contract/audit.ts';
import type { Actor } from '../../../domain/kernel/event.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import { buildPage, orderByNewest, type Page, type Paging, toPageStart } from '../../paging.ts';
import type { Queryable } from '../../queryable.ts';

interface ActionRecord extends Pick<StaffAction, 'id' | 'action' | 'reason'> {
  readonly position: string;
  readonly actor_kind: Actor['kind'];
  readonly actor_id: string;
  readonly actor_name: string | null;
  readonly target_kind: StaffAction['target']['kind'];
  readonly target_id: Uuid;
  readonly target_name: string | null;
  readonly occurred_at: Date;
}

const NEWEST_FIRST = orderByNewest('actions', 'position');
const PAGE_SIZE = 20;

/** Matches account ids. The id of an operator is a user name on the machine instead. */
const UUID_PATTERN = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

const SELECT_PAGE = `
  SELECT action.*, actor.nickname AS actor_name, coalesce(profile.nickname, campaign.title, animal.name) AS target_name
  FROM read.staff_actions action
  LEFT JOIN read.profiles actor ON actor.id = CASE WHEN actor_id ~ '${UUID_PATTERN}' THEN actor_id::uuid END
  LEFT JOIN read.profiles profile ON profile.id = target_id AND target_kind = 'profile'
  LEFT JOIN read.crowdfundings campaign ON campaign.id = target_id AND target_kind = 'crowdfunding'
  LEFT JOIN read.animals animal ON animal.id = target_id AND target_kind = 'animal'
  WHERE action.position < $1 ORDER BY action.position DESC LIMIT ${PAGE_SIZE + 1} OFFSET $2`;

/** Lists staff actions, newest first. */
export async function listActions(db: Queryable, paging: Paging): Promise<Page<StaffAction>> {
  const { key, skip } = toPageStart(NEWEST_FIRST, paging, PAGE_SIZE);
  const { rows } = await db.query<ActionRecord>({
    name: 'staff-actions',
    text: SELECT_PAGE,
    values: [...key, skip],
  });
  return buildPage(NEWEST_FIRST, PAGE_SIZE, rows, (row) => ({
    id: row.id,
    action: row.action,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
    reason: row.reason,
    dateTime: row.occurred_at.toISOString(),
  }));
}
