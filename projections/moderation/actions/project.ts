import type { AccountEvent } from '../../../domain/accounts/events.ts';
import type { AdoptionEvent } from '../../../domain/adoption/events.ts';
import type { CrowdfundingEvent } from '../../../domain/crowdfunding/events.ts';
import type { SealedTextsDisclosed } from '../../../domain/disclosures/events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { ReportsDismissed, ReportsResolved } from '../../../domain/moderation/events.ts';
import type { PostEvent } from '../../../domain/posts/events.ts';
import type { WalletEvent } from '../../../domain/wallet/events.ts';
import type { PaymentEvent } from '../../../domain/wallet/payments/events.ts';
import { insert, projection, type RowChange } from '../../engine/definition.ts';

const ACTIONS = 'staff_actions';

/** What an action was done to. */
export type TargetKind = 'profile' | 'post' | 'crowdfunding' | 'animal' | 'log';

/** The row of an event, if it was staff or an operator who caused it. */
function done(
  action: string,
  kind: TargetKind,
  id: Uuid,
  event: Pick<RecordedEvent, 'id' | 'position' | 'metadata'>,
): readonly RowChange[] {
  const { actor, reason = null, occurredAt } = event.metadata;
  if (actor.kind !== 'staff' && actor.kind !== 'operator') return [];
  return [
    insert(ACTIONS, {
      position: event.position,
      id: event.id,
      action,
      actor_kind: actor.kind,
      actor_id: actor.id,
      target_kind: kind,
      target_id: id,
      reason,
      occurred_at: occurredAt,
    }),
  ];
}

type OnAccount = RecordedEvent<
  AccountEvent | WalletEvent | Extract<PaymentEvent, { type: `${string}Identif${string}` }>
>;

const toProfile = (action: string) => (event: OnAccount) =>
  done(action, 'profile', event.data.accountId, event);
const toReported = (action: string) => (event: RecordedEvent<ReportsResolved | ReportsDismissed>) =>
  done(action, event.data.subjectKind, event.data.subjectId, event);
const toPost = (action: string) => (event: RecordedEvent<PostEvent>) =>
  done(action, 'post', event.data.postId, event);
const toAnimal = (action: string) => (event: RecordedEvent<AdoptionEvent>) =>
  done(action, 'animal', event.data.adoptionId, event);
const toCampaign = (action: string) => (event: RecordedEvent<CrowdfundingEvent>) =>
  done(action, 'crowdfunding', event.data.crowdfundingId, event);

/** What staff and operators did to others, each with who and why. */
export const actionsProjection = projection<
  | AccountEvent
  | CrowdfundingEvent
  | PostEvent
  | AdoptionEvent
  | WalletEvent
  | PaymentEvent
  | ReportsResolved
  | ReportsDismissed
  | SealedTextsDisclosed
>({
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
  on: {
    StaffRoleGranted: toProfile('STAFF_GRANTED'),
    StaffRoleRevoked: toProfile('STAFF_REVOKED'),
    OrganizationApproved: toProfile('ORGANIZATION_APPROVED'),
    OrganizationDeclined: toProfile('ORGANIZATION_DECLINED'),
    AccountBanned: toProfile('PROFILE_BANNED'),
    AccountReactivated: toProfile('PROFILE_REACTIVATED'),
    AccountErased: toProfile('PROFILE_ERASED'),
    PostDeleted: toPost('POST_DELETED'),
    PostTakenDown: toPost('POST_TAKEN_DOWN'),
    PostRestored: toPost('POST_RESTORED'),
    AnimalTakenDown: toAnimal('ANIMAL_TAKEN_DOWN'),
    AnimalRestored: toAnimal('ANIMAL_RESTORED'),
    CrowdfundingApproved: toCampaign('CROWDFUNDING_APPROVED'),
    CrowdfundingRejected: toCampaign('CROWDFUNDING_DECLINED'),
    CrowdfundingCancelled: toCampaign('CROWDFUNDING_CANCELLED'),
    ReportsResolved: toReported('REPORTS_RESOLVED'),
    ReportsDismissed: toReported('REPORTS_DISMISSED'),
    AdjustmentProposed: toProfile('ADJUSTMENT_PROPOSED'),
    BalanceAdjusted: toProfile('ADJUSTMENT_APPROVED'),
    AdjustmentDeclined: toProfile('ADJUSTMENT_DECLINED'),
    ReceivableWrittenOff: toProfile('WRITE_OFF_APPROVED'),
    IdentificationProposed: toProfile('IDENTIFICATION_PROPOSED'),
    IdentificationDeclined: toProfile('IDENTIFICATION_DECLINED'),
    UnknownPaymentIdentified: toProfile('PAYMENT_IDENTIFIED'),
    SealedTextsDisclosed: (event) => done('TEXTS_DISCLOSED', 'log', event.data.disclosureId, event),
  },
});
