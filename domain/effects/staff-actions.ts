import type { EventType, KindraEvent } from '../catalogue.ts';
import type { DomainEvent, OfType, RecordedEvent } from '../kernel/event.ts';
import type { Uuid } from '../kernel/ids.ts';
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
  readonly [Type in EventType]?: StaffAction<OfType<KindraEvent, Type>>;
};

/** Creates a function that returns the target of an event. Its id is in the given field of the event's data. */
const createTarget =
  <Field extends string>(kind: Target['kind'], field: Field) =>
  ({ data }: { readonly data: Readonly<Record<Field, Uuid>> }): Target => ({ kind, id: data[field] });

const toProfileTarget = createTarget('profile', 'accountId');
const toPostTarget = createTarget('post', 'postId');
const toAnimalTarget = createTarget('animal', 'adoptionId');
const toCrowdfundingTarget = createTarget('crowdfunding', 'crowdfundingId');
const toReportedContentTarget = ({ data }: { readonly data: ReportEvent['data'] }): Target => ({
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
  SealedTextsDisclosed: { action: 'TEXTS_DISCLOSED', target: createTarget('log', 'disclosureId') },
} as const satisfies StaffActionTable;

type StaffActionName = (typeof actionsByType)[keyof typeof actionsByType]['action'];

export const STAFF_ACTIONS: readonly StaffActionName[] = Object.values(actionsByType).map(
  ({ action }) => action,
);

/** Staff actions by event type. */
export const staffActionsByType: Readonly<Record<string, StaffAction | undefined>> = actionsByType;

/** Returns whether an event was caused by staff or an operator. */
export const isStaffAction = ({ metadata }: Pick<RecordedEvent, 'metadata'>): boolean =>
  metadata.actor.kind === 'staff' || metadata.actor.kind === 'operator';
