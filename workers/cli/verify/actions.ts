import { isStaffAction, staffActionsByType } from '../../../domain/effects/staff-actions.ts';
import { type Check, compareRows, type GetCheckpoint } from './check.ts';
import { createIdSets, toTokenSql } from './recount.ts';

const ACTIONS = `
  SELECT action AS id, count(*) AS rows, sum(${toTokenSql('id')})::text AS ids FROM read.staff_actions GROUP BY action`;

/** Creates a check that recomputes the actions of staff and operators. */
export function createActionsCheck(getCheckpoint: GetCheckpoint): Check {
  const until = getCheckpoint('actions');
  const actions = createIdSets();
  return {
    until,
    types: Object.keys(staffActionsByType),
    selects: [ACTIONS],
    processEvent: (event) => {
      const action = staffActionsByType[event.type]?.action;
      if (action && event.position <= until && isStaffAction(event)) actions.add(action, event.id);
    },
    compare: (readRows) => compareRows(readRows, 'actions', 'action', ACTIONS, actions.rows()),
    countChecked: () => ({ actions: actions.size() }),
  };
}
