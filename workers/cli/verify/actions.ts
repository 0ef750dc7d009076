import { isStaffAction, staffActionsByType } from '../../../domain/effects/staff-actions.ts';
import { type Check, type Checkpoints, compareRows } from './check.ts';
import { createSets, tokenSql } from './recount.ts';

const LISTED = `
  SELECT action AS id, count(*) AS rows, sum(${tokenSql('id')})::text AS ids FROM read.staff_actions GROUP BY action`;

/** Recounts the actions of staff and operators. */
export function actionsCheck(checkpoints: Checkpoints): Check {
  const until = checkpoints('actions');
  const actions = createSets();
  return {
    until,
    types: Object.keys(staffActionsByType),
    take: (event) => {
      const action = staffActionsByType[event.type]?.action;
      if (action && event.position <= until && isStaffAction(event)) actions.add(action, event.id);
    },
    compare: (client) => compareRows(client, 'action', LISTED, actions.rows()),
    checked: () => ({ actions: actions.size() }),
  };
}
