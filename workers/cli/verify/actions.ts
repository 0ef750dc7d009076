import type { KindraEvent } from '../../../domain/catalogue.ts';
import { type Check, type Checkpoints, compareRows } from './check.ts';
import { createSets, tokenSql } from './recount.ts';

/** What staff and operators can do to others, by what the events are called. */
const ACTIONS: { readonly [Type in KindraEvent['type']]?: string } = {
  StaffRoleGranted: 'STAFF_GRANTED',
  StaffRoleRevoked: 'STAFF_REVOKED',
  OrganizationApproved: 'ORGANIZATION_APPROVED',
  OrganizationDeclined: 'ORGANIZATION_DECLINED',
  AccountBanned: 'PROFILE_BANNED',
  AccountReactivated: 'PROFILE_REACTIVATED',
  AccountErased: 'PROFILE_ERASED',
  PostDeleted: 'POST_DELETED',
  PostTakenDown: 'POST_TAKEN_DOWN',
  PostRestored: 'POST_RESTORED',
  AnimalTakenDown: 'ANIMAL_TAKEN_DOWN',
  AnimalRestored: 'ANIMAL_RESTORED',
  CrowdfundingApproved: 'CROWDFUNDING_APPROVED',
  CrowdfundingRejected: 'CROWDFUNDING_DECLINED',
  CrowdfundingCancelled: 'CROWDFUNDING_CANCELLED',
  ReportsResolved: 'REPORTS_RESOLVED',
  ReportsDismissed: 'REPORTS_DISMISSED',
  AdjustmentProposed: 'ADJUSTMENT_PROPOSED',
  BalanceAdjusted: 'ADJUSTMENT_APPROVED',
  AdjustmentDeclined: 'ADJUSTMENT_DECLINED',
  ReceivableWrittenOff: 'WRITE_OFF_APPROVED',
  IdentificationProposed: 'IDENTIFICATION_PROPOSED',
  IdentificationDeclined: 'IDENTIFICATION_DECLINED',
  UnknownPaymentIdentified: 'PAYMENT_IDENTIFIED',
  SealedTextsDisclosed: 'TEXTS_DISCLOSED',
};

const LISTED = `
  SELECT action AS id, count(*) AS rows, sum(${tokenSql('id')})::text AS ids FROM read.staff_actions GROUP BY action`;

/** Counts what staff and operators did anew. */
export function actionsCheck(checkpoints: Checkpoints): Check {
  const until = checkpoints('actions');
  const names: Readonly<Record<string, string | undefined>> = ACTIONS;
  const actions = createSets();
  return {
    until,
    types: Object.keys(ACTIONS),
    take: ({ id, type, position, metadata }) => {
      const { kind } = metadata.actor;
      if (position <= until && (kind === 'staff' || kind === 'operator'))
        actions.add(names[type] ?? type, id);
    },
    compare: (client) => compareRows(client, 'action', LISTED, actions.rows()),
    checked: () => ({ actions: actions.size() }),
  };
}
