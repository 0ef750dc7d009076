import { isStaffAction, staffActionsByType } from '../../../domain/effects/staff-actions.ts';
import type { DomainEvent, RecordedEvent } from '../../../domain/kernel/event.ts';
import { defineProjection, type EventProjector, insert, type RowChange } from '../../engine/definition.ts';

const ACTIONS = 'staff_actions';

function recordAction(event: RecordedEvent): readonly RowChange[] {
  const staffAction = staffActionsByType[event.type];
  if (!staffAction || !isStaffAction(event)) return [];
  const { actor, reason = null, occurredAt } = event.metadata;
  const target = staffAction.target(event);
  return [
    insert(ACTIONS, {
      position: event.position,
      id: event.id,
      action: staffAction.action,
      actor_kind: actor.kind,
      actor_id: actor.id,
      target_kind: target.kind,
      target_id: target.id,
      reason,
      occurred_at: occurredAt,
    }),
  ];
}

/** Actions by staff and operators, with their actors and reasons. */
export const actionsProjection = defineProjection<DomainEvent>({
  name: 'actions',
  version: 2,
  tables: [
    {
      name: ACTIONS,
      key: ['position'],
      columns: {
        position: 'bigint',
        id: 'uuid',
        action: 'text',
        actor_kind: 'text',
        actor_id: 'text',
        target_kind: 'text',
        target_id: 'uuid',
        reason: 'text',
        occurred_at: 'timestamptz',
      },
    },
  ],
  on: Object.fromEntries(
    Object.keys(staffActionsByType).map((type): [string, EventProjector<DomainEvent>] => [
      type,
      recordAction,
    ]),
  ),
});
