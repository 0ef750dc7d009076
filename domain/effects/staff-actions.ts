import type { EventType, KindraEvent } from '../catalogue.ts';
import type { DomainEvent, RecordedEvent } from '../kernel/event.ts';
import type { AccountId, AdoptionId, CrowdfundingId, PostId, Uuid } from '../kernel/ids.ts';
import type { ReportEvent } from '../moderation/events.ts';

/** Kinds of targets of staff actions. */
export const TARGET_KINDS = ['profile', 'post', 'crowdfunding', 'animal', 'log'] as const;

interface Target {
  readonly kind: (typeof TARGET_KINDS)[number];
  readonly id: Uuid;
}

/** Name and target of the staff action that an event records. */
interface StaffAction<E extends DomainEvent = DomainEvent> {
  readonly action: string;
  target(event: Pick<RecordedEvent<E>, 'data'>): Target;
}

type StaffActionTable = {
  readonly [Type in EventType]?: StaffAction<Extract<KindraEvent, { type: Type }>>;
};

interface Of<Data> {
  readonly data: Data;
}

const profile = ({ data }: Of<{ readonly accountId: AccountId }>): Target => ({
  kind: 'profile',
  id: data.accountId,
});
const post = ({ data }: Of<{ readonly postId: PostId }>): Target => ({ kind: 'post', id: data.postId });
const animal = ({ data }: Of<{ readonly adoptionId: AdoptionId }>): Target => ({
  kind: 'animal',
  id: data.adoptionId,
});
const crowdfunding = ({ data }: Of<{ readonly crowdfundingId: CrowdfundingId }>): Target => ({
  kind: 'crowdfunding',
  id: data.crowdfundingId,
});
const reported = ({ data }: Of<ReportEvent['data']>): Target => ({
  kind: data.subjectKind,
  id: data.subjectId,
});

/** Events that are recorded as staff actions if staff or operators caused them. */
const actions = {
  StaffRoleGranted: { action: 'STAFF_GRANTED', target: profile },
  StaffRoleRevoked: { action: 'STAFF_REVOKED', target: profile },
  OrganizationApproved: { action: 'ORGANIZATION_APPROVED', target: profile },
  OrganizationDeclined: { action: 'ORGANIZATION_DECLINED', target: profile },
  AccountBanned: { action: 'PROFILE_BANNED', target: profile },
  AccountReactivated: { action: 'PROFILE_REACTIVATED', target: profile },
  AccountErased: { action: 'PROFILE_ERASED', target: profile },
  PostDeleted: { action: 'POST_DELETED', target: post },
  PostTakenDown: { action: 'POST_TAKEN_DOWN', target: post },
  PostRestored: { action: 'POST_RESTORED', target: post },
  AnimalTakenDown: { action: 'ANIMAL_TAKEN_DOWN', target: animal },
  AnimalRestored: { action: 'ANIMAL_RESTORED', target: animal },
  CrowdfundingApproved: { action: 'CROWDFUNDING_APPROVED', target: crowdfunding },
  CrowdfundingRejected: { action: 'CROWDFUNDING_DECLINED', target: crowdfunding },
  CrowdfundingCancelled: { action: 'CROWDFUNDING_CANCELLED', target: crowdfunding },
  ReportsResolved: { action: 'REPORTS_RESOLVED', target: reported },
  ReportsDismissed: { action: 'REPORTS_DISMISSED', target: reported },
  AdjustmentProposed: { action: 'ADJUSTMENT_PROPOSED', target: profile },
  BalanceAdjusted: { action: 'ADJUSTMENT_APPROVED', target: profile },
  AdjustmentDeclined: { action: 'ADJUSTMENT_DECLINED', target: profile },
  ReceivableWrittenOff: { action: 'WRITE_OFF_APPROVED', target: profile },
  IdentificationProposed: { action: 'IDENTIFICATION_PROPOSED', target: profile },
  IdentificationDeclined: { action: 'IDENTIFICATION_DECLINED', target: profile },
  UnknownPaymentIdentified: { action: 'PAYMENT_IDENTIFIED', target: profile },
  SealedTextsDisclosed: {
    action: 'TEXTS_DISCLOSED',
    target: ({ data }: Of<{ readonly disclosureId: Uuid }>): Target => ({
      kind: 'log',
      id: data.disclosureId,
    }),
  },
} as const satisfies StaffActionTable;

export type StaffActionName = (typeof actions)[keyof typeof actions]['action'];

export const STAFF_ACTIONS = Object.values(actions).map(({ action }) => action) as readonly StaffActionName[];

/** Staff actions by event type. */
export const staffActionsByType: Readonly<Record<string, StaffAction | undefined>> =
  actions satisfies StaffActionTable as StaffActionTable;

/** Whether staff or an operator caused an event. */
export const isStaffAction = ({ metadata }: Pick<RecordedEvent, 'metadata'>): boolean =>
  metadata.actor.kind === 'staff' || metadata.actor.kind === 'operator';
