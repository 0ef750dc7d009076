import type { EventType, KindraEvent } from '../catalogue.ts';
import type { DomainEvent, RecordedEvent } from '../kernel/event.ts';
import type { AccountId, AdoptionId, CrowdfundingId, PostId, Uuid } from '../kernel/ids.ts';
import type { ReportEvent } from '../moderation/events.ts';

/** Kinds of targets that staff actions can have. */
export const TARGET_KINDS = ['profile', 'post', 'crowdfunding', 'animal', 'log'] as const;

interface Target {
  readonly kind: (typeof TARGET_KINDS)[number];
  readonly id: Uuid;
}

/** Name and target of the staff action recorded by an event. */
interface StaffAction<E extends DomainEvent = DomainEvent> {
  readonly action: string;
  target(event: Pick<RecordedEvent<E>, 'data'>): Target;
}

type StaffActionTable = {
  readonly [Type in EventType]?: StaffAction<Extract<KindraEvent, { type: Type }>>;
};

interface WithData<Data> {
  readonly data: Data;
}

const targetProfile = ({ data }: WithData<{ readonly accountId: AccountId }>): Target => ({
  kind: 'profile',
  id: data.accountId,
});
const targetPost = ({ data }: WithData<{ readonly postId: PostId }>): Target => ({
  kind: 'post',
  id: data.postId,
});
const targetAnimal = ({ data }: WithData<{ readonly adoptionId: AdoptionId }>): Target => ({
  kind: 'animal',
  id: data.adoptionId,
});
const targetCrowdfunding = ({ data }: WithData<{ readonly crowdfundingId: CrowdfundingId }>): Target => ({
  kind: 'crowdfunding',
  id: data.crowdfundingId,
});
const targetReportedContent = ({ data }: WithData<ReportEvent['data']>): Target => ({
  kind: data.subjectKind,
  id: data.subjectId,
});

/** Events recorded as staff actions if staff or operators caused them. */
const actionsByType = {
  StaffRoleGranted: { action: 'STAFF_GRANTED', target: targetProfile },
  StaffRoleRevoked: { action: 'STAFF_REVOKED', target: targetProfile },
  OrganizationApproved: { action: 'ORGANIZATION_APPROVED', target: targetProfile },
  OrganizationDeclined: { action: 'ORGANIZATION_DECLINED', target: targetProfile },
  AccountBanned: { action: 'PROFILE_BANNED', target: targetProfile },
  AccountSuspended: { action: 'PROFILE_SUSPENDED', target: targetProfile },
  AccountWarned: { action: 'PROFILE_WARNED', target: targetProfile },
  ProfileTakenDown: { action: 'PROFILE_TAKEN_DOWN', target: targetProfile },
  ProfileRestored: { action: 'PROFILE_RESTORED', target: targetProfile },
  AccountReactivated: { action: 'PROFILE_REACTIVATED', target: targetProfile },
  AccountErased: { action: 'PROFILE_ERASED', target: targetProfile },
  PostDeleted: { action: 'POST_DELETED', target: targetPost },
  PostTakenDown: { action: 'POST_TAKEN_DOWN', target: targetPost },
  PostRestored: { action: 'POST_RESTORED', target: targetPost },
  AnimalTakenDown: { action: 'ANIMAL_TAKEN_DOWN', target: targetAnimal },
  AnimalRestored: { action: 'ANIMAL_RESTORED', target: targetAnimal },
  CrowdfundingApproved: { action: 'CROWDFUNDING_APPROVED', target: targetCrowdfunding },
  CrowdfundingRejected: { action: 'CROWDFUNDING_DECLINED', target: targetCrowdfunding },
  CrowdfundingCancelled: { action: 'CROWDFUNDING_CANCELLED', target: targetCrowdfunding },
  ReportsResolved: { action: 'REPORTS_RESOLVED', target: targetReportedContent },
  ReportsDismissed: { action: 'REPORTS_DISMISSED', target: targetReportedContent },
  AdjustmentProposed: { action: 'ADJUSTMENT_PROPOSED', target: targetProfile },
  BalanceAdjusted: { action: 'ADJUSTMENT_APPROVED', target: targetProfile },
  AdjustmentDeclined: { action: 'ADJUSTMENT_DECLINED', target: targetProfile },
  ReceivableWrittenOff: { action: 'WRITE_OFF_APPROVED', target: targetProfile },
  IdentificationProposed: { action: 'IDENTIFICATION_PROPOSED', target: targetProfile },
  IdentificationDeclined: { action: 'IDENTIFICATION_DECLINED', target: targetProfile },
  UnknownPaymentIdentified: { action: 'PAYMENT_IDENTIFIED', target: targetProfile },
  SealedTextsDisclosed: {
    action: 'TEXTS_DISCLOSED',
    target: ({ data }: WithData<{ readonly disclosureId: Uuid }>): Target => ({
      kind: 'log',
      id: data.disclosureId,
    }),
  },
} as const satisfies StaffActionTable;

export type StaffActionName = (typeof actionsByType)[keyof typeof actionsByType]['action'];

export const STAFF_ACTIONS = Object.values(actionsByType).map(
  ({ action }) => action,
) as readonly StaffActionName[];

/** Staff actions by event type. */
export const staffActionsByType: Readonly<Record<string, StaffAction | undefined>> =
  actionsByType satisfies StaffActionTable as StaffActionTable;

/** Returns whether an event was caused by staff or an operator. */
export const isStaffAction = ({ metadata }: Pick<RecordedEvent, 'metadata'>): boolean =>
  metadata.actor.kind === 'staff' || metadata.actor.kind === 'operator';
