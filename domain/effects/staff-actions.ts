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

const toProfileTarget = ({ data }: WithData<{ readonly accountId: AccountId }>): Target => ({
  kind: 'profile',
  id: data.accountId,
});
const toPostTarget = ({ data }: WithData<{ readonly postId: PostId }>): Target => ({
  kind: 'post',
  id: data.postId,
});
const toAnimalTarget = ({ data }: WithData<{ readonly adoptionId: AdoptionId }>): Target => ({
  kind: 'animal',
  id: data.adoptionId,
});
const toCrowdfundingTarget = ({ data }: WithData<{ readonly crowdfundingId: CrowdfundingId }>): Target => ({
  kind: 'crowdfunding',
  id: data.crowdfundingId,
});
const toReportedContentTarget = ({ data }: WithData<ReportEvent['data']>): Target => ({
  kind: data.subjectKind,
  id: data.subjectId,
});

/** Events recorded as staff actions if staff or operators caused them. */
const actionsByType = {
  StaffRoleGranted: { action: 'STAFF_GRANTED', target: toProfileTarget },
  StaffRoleRevoked: { action: 'STAFF_REVOKED', target: toProfileTarget },
  OrganizationApproved: { action: 'ORGANIZATION_APPROVED', target: toProfileTarget },
  OrganizationDeclined: { action: 'ORGANIZATION_DECLINED', target: toProfileTarget },
  AccountBanned: { action: 'PROFILE_BANNED', target: toProfileTarget },
  AccountSuspended: { action: 'PROFILE_SUSPENDED', target: toProfileTarget },
  AccountWarned: { action: 'PROFILE_WARNED', target: toProfileTarget },
  ProfileTakenDown: { action: 'PROFILE_TAKEN_DOWN', target: toProfileTarget },
  ProfileRestored: { action: 'PROFILE_RESTORED', target: toProfileTarget },
  AccountReactivated: { action: 'PROFILE_REACTIVATED', target: toProfileTarget },
  AccountErased: { action: 'PROFILE_ERASED', target: toProfileTarget },
  PostDeleted: { action: 'POST_DELETED', target: toPostTarget },
  PostTakenDown: { action: 'POST_TAKEN_DOWN', target: toPostTarget },
  PostRestored: { action: 'POST_RESTORED', target: toPostTarget },
  AnimalTakenDown: { action: 'ANIMAL_TAKEN_DOWN', target: toAnimalTarget },
  AnimalRestored: { action: 'ANIMAL_RESTORED', target: toAnimalTarget },
  CrowdfundingApproved: { action: 'CROWDFUNDING_APPROVED', target: toCrowdfundingTarget },
  CrowdfundingRejected: { action: 'CROWDFUNDING_DECLINED', target: toCrowdfundingTarget },
  CrowdfundingCancelled: { action: 'CROWDFUNDING_CANCELLED', target: toCrowdfundingTarget },
  ReportsResolved: { action: 'REPORTS_RESOLVED', target: toReportedContentTarget },
  ReportsDismissed: { action: 'REPORTS_DISMISSED', target: toReportedContentTarget },
  AdjustmentProposed: { action: 'ADJUSTMENT_PROPOSED', target: toProfileTarget },
  BalanceAdjusted: { action: 'ADJUSTMENT_APPROVED', target: toProfileTarget },
  AdjustmentDeclined: { action: 'ADJUSTMENT_DECLINED', target: toProfileTarget },
  ReceivableWrittenOff: { action: 'WRITE_OFF_APPROVED', target: toProfileTarget },
  IdentificationProposed: { action: 'IDENTIFICATION_PROPOSED', target: toProfileTarget },
  IdentificationDeclined: { action: 'IDENTIFICATION_DECLINED', target: toProfileTarget },
  UnknownPaymentIdentified: { action: 'PAYMENT_IDENTIFIED', target: toProfileTarget },
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
