import { PROBLEMS } from '../../../contract/problem-catalogue.ts';
import { accountDecider } from '../../../domain/accounts/decide.ts';
import { adoptionDecider } from '../../../domain/adoption/decide.ts';
import { animalMatchesDecider } from '../../../domain/adoption/matches.ts';
import { savedSearchesDecider } from '../../../domain/adoption/saved-searches.ts';
import { type EventType, eventCatalogue } from '../../../domain/catalogue.ts';
import { conversationDecider } from '../../../domain/conversations/decide.ts';
import { readReceiptsDecider } from '../../../domain/conversations/read-receipts.ts';
import { crowdfundingDecider } from '../../../domain/crowdfunding/decide.ts';
import { disclosureDecider } from '../../../domain/disclosures/decide.ts';
import type { AnyDecider } from '../../../domain/kernel/command-group.ts';
import type { DomainEvent, EventDefinition, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { JsonObject } from '../../../domain/kernel/json.ts';
import { reportDecider } from '../../../domain/moderation/decide.ts';
import { notificationDecider } from '../../../domain/notifications/decide.ts';
import { likeDecider, postDecider, viewBatchDecider } from '../../../domain/posts/decide.ts';
import { relationshipDecider } from '../../../domain/social-graph/decide.ts';
import { walletDecider } from '../../../domain/wallet/decide.ts';
import { paymentDecider } from '../../../domain/wallet/payments/decide.ts';
import type { RowChange } from '../../../projections/engine/definition.ts';
import { createFold } from '../../../projections/engine/fold.ts';
import { EVENTS_WITHOUT_PROJECTION, projections } from '../../../projections/registry.ts';
import samples from './samples.json' with { type: 'json' };

/** Deciders, keyed by event type. */
const deciders: Readonly<Record<EventType, unknown>> = {
  AccountRegistered: accountDecider,
  OrganizationApproved: accountDecider,
  OrganizationDeclined: accountDecider,
  ProfileNameChanged: accountDecider,
  NicknameChanged: accountDecider,
  BioChanged: accountDecider,
  WebsiteChanged: accountDecider,
  PictureChanged: accountDecider,
  ProfileTakenDown: accountDecider,
  ProfileRestored: accountDecider,
  AccountDeactivated: accountDecider,
  AccountDeletionScheduled: accountDecider,
  AccountBanned: accountDecider,
  AccountSuspended: accountDecider,
  AccountWarned: accountDecider,
  CrowdfundingCancellationOrdered: accountDecider,
  AccountReactivated: accountDecider,
  StaffRoleGranted: accountDecider,
  StaffRoleRevoked: accountDecider,
  AccountErased: accountDecider,
  PostPublished: postDecider,
  PostEdited: postDecider,
  PostDeleted: postDecider,
  PostTakenDown: postDecider,
  PostRestored: postDecider,
  PostLiked: likeDecider,
  PostUnliked: likeDecider,
  PostsViewed: viewBatchDecider,
  ProfileFollowed: relationshipDecider,
  ProfileUnfollowed: relationshipDecider,
  AccountBlocked: relationshipDecider,
  AccountUnblocked: relationshipDecider,
  AccountMuted: relationshipDecider,
  AccountUnmuted: relationshipDecider,
  SubjectReported: reportDecider,
  ReportsResolved: reportDecider,
  ReportsDismissed: reportDecider,
  CoinsPurchased: walletDecider,
  CoinsDonated: walletDecider,
  PlannedDonationRefused: walletDecider,
  DonationRefunded: walletDecider,
  CampaignFundsReceived: walletDecider,
  PurchaseRefunded: walletDecider,
  PurchaseChargedBack: walletDecider,
  PurchaseRefundReversed: walletDecider,
  ChargebackReversed: walletDecider,
  AdjustmentProposed: walletDecider,
  AdjustmentDeclined: walletDecider,
  BalanceAdjusted: walletDecider,
  ReceivableWrittenOff: walletDecider,
  PaymentStarted: paymentDecider,
  UnknownPaymentReceived: paymentDecider,
  IdentificationProposed: paymentDecider,
  IdentificationDeclined: paymentDecider,
  UnknownPaymentIdentified: paymentDecider,
  UnknownPaymentWithdrawn: paymentDecider,
  UnknownPaymentReinstated: paymentDecider,
  CrowdfundingCreated: crowdfundingDecider,
  CrowdfundingApproved: crowdfundingDecider,
  CrowdfundingRejected: crowdfundingDecider,
  CrowdfundingCancelled: crowdfundingDecider,
  CrowdfundingClosed: crowdfundingDecider,
  CrowdfundingExpiryAnnounced: crowdfundingDecider,
  CrowdfundingExpired: crowdfundingDecider,
  AnimalOffered: adoptionDecider,
  AnimalAdopted: adoptionDecider,
  AdoptionRemoved: adoptionDecider,
  AnimalTakenDown: adoptionDecider,
  AnimalRestored: adoptionDecider,
  SearchSaved: savedSearchesDecider,
  SearchDeleted: savedSearchesDecider,
  AnimalMatched: animalMatchesDecider,
  MessageSent: conversationDecider,
  ConversationRead: conversationDecider,
  ReadReceiptsEnabled: readReceiptsDecider,
  ReadReceiptsDisabled: readReceiptsDecider,
  NotificationsRead: notificationDecider,
  NotificationKindMuted: notificationDecider,
  NotificationKindUnmuted: notificationDecider,
  SealedTextsDisclosed: disclosureDecider,
};

const types = Object.keys(eventCatalogue) as EventType[];

const applyUpcasters = (
  { version, upcasters = {} }: EventDefinition,
  data: JsonObject,
  fromVersion: number,
): JsonObject => {
  let currentData = data;
  for (let step = fromVersion; step < version; step += 1)
    currentData = upcasters[step]?.(currentData) ?? currentData;
  return currentData;
};

/** Returns all recorded samples of an event type, upcast to the current version. */
const toRecordedEvents = (type: EventType): readonly RecordedEvent[] =>
  samples
    .filter((sample) => sample.type === type)
    .map((sample, index) => ({
      id: '01980000-0000-7000-8000-0000000000ff',
      type,
      data: applyUpcasters(
        eventCatalogue[type] as EventDefinition,
        sample.data as object as JsonObject,
        sample.version,
      ),
      metadata: {
        correlationId: '01980000-0000-7000-8000-0000000000ff',
        causationId: '01980000-0000-7000-8000-0000000000ff',
        actor: { kind: 'system', id: 'samples' },
        occurredAt: '2026-11-21T09:30:00.000Z',
        version: eventCatalogue[type]?.version ?? 0,
      },
      stream: 'sample-1',
      revision: index,
      position: index + 1,
    }));

const getRows = (change: RowChange) =>
  change.kind === 'insert'
    ? change.row
    : {
        ...('owner' in change ? change.owner : change.key),
        ...('values' in change && change.values),
        ...(change.kind === 'increment' && change.increments),
      };

describe.each(types)('%s', (type) => {
  test('has a recorded sample of every version', () => {
    const versions = samples.filter((sample) => sample.type === type).map(({ version }) => version);
    const { version = 0 } = eventCatalogue[type] ?? {};
    expect([...new Set(versions)].sort()).toEqual(Array.from({ length: version }, (_, index) => index + 1));
  });

  test('names only existing fields as personal', () => {
    const { personal } = eventCatalogue[type] as EventDefinition;
    for (const { data } of toRecordedEvents(type))
      for (const field of personal ? [...personal.fields, personal.owner] : [])
        expect(data).toHaveProperty(field, expect.any(String));
  });

  test('is folded by the decider of its stream', () => {
    const { initial, evolve } = deciders[type] as AnyDecider;
    const history = type === 'AccountRegistered' ? [] : listPriorEvents(type);
    const stateBefore = history.reduce(evolve, initial);
    for (const event of toRecordedEvents(type)) {
      const stateAfter = evolve(stateBefore, event);
      expect(stateAfter).toBeDefined();
      expect(stateAfter).not.toEqual(stateBefore);
    }
  });

  test('changes no state by its texts if its decider ignores them', () => {
    const { personal } = eventCatalogue[type] as EventDefinition;
    const { initial, evolve, ignoresTexts } = deciders[type] as AnyDecider;
    if (!ignoresTexts || !personal) return;
    for (const event of toRecordedEvents(type)) {
      const blankFields = Object.fromEntries(personal.fields.map((field) => [field, undefined]));
      const erasedEvent = { ...event, data: { ...event.data, ...blankFields } } as DomainEvent;
      expect(evolve(initial, erasedEvent)).toEqual(evolve(initial, event));
    }
  });

  test('is projected or excluded for a stated reason', () => {
    const projectionsOfType = projections.filter(({ on }) => on[type]);
    if (projectionsOfType.length === 0) expect(EVENTS_WITHOUT_PROJECTION[type]).toEqual(expect.any(String));
    for (const { on, tables } of projectionsOfType)
      for (const event of toRecordedEvents(type))
        for (const change of on[type]?.(event) ?? []) {
          const table = tables.find(({ name }) => name === change.table);
          expect(Object.keys(table?.columns ?? {})).toEqual(
            expect.arrayContaining(Object.keys(getRows(change))),
          );
        }
  });
});

const containsText = (value: unknown, texts: readonly unknown[]): boolean =>
  typeof value === 'string' && texts.includes(value);

test('every read model with personal texts removes them when the account is erased', () => {
  for (const type of types) {
    const { personal } = eventCatalogue[type] as EventDefinition;
    for (const event of personal ? toRecordedEvents(type) : []) {
      const texts = personal?.fields.map((field) => (event.data as JsonObject)[field]) ?? [];
      for (const { name, on } of projections) {
        const rows = (on[type]?.(event) ?? []).map(getRows);
        const isTextStored = rows.some((row) =>
          Object.values(row).some((value) => containsText(value, texts)),
        );
        expect([name, isTextStored && !on.AccountErased]).toEqual([name, false]);
      }
    }
  }
});

test('a change of a text that an erasure blanks sets its owner too', () => {
  const [erasure] = toRecordedEvents('AccountErased');
  for (const type of types)
    for (const projection of projections.filter(({ on }) => on[type]))
      for (const event of toRecordedEvents(type)) {
        const fold = createFold(projection);
        fold.add(event);
        expect(() => erasure && fold.add(erasure)).not.toThrow();
      }
});

test('a refused donation to an own crowdfunding keeps its sentence, with the former code too', () => {
  const codes = toRecordedEvents('PlannedDonationRefused').map(({ data }) => (data as JsonObject).code);
  expect(codes).toEqual(['NO_DONATIONS_ACCEPTED', ...Array(2).fill('OWN_CROWDFUNDING_DONATION')]);
  expect(PROBLEMS.get('OWN_CROWDFUNDING_DONATION')?.message).toBe(
    'You cannot donate to your own crowdfunding.',
  );
});

test('every sample belongs to an existing event', () => {
  expect(samples.map(({ type }) => type).filter((type) => !(type in eventCatalogue))).toEqual([]);
});

/** Returns the events that must be applied first for an event to have an effect. */
function listPriorEvents(type: EventType): readonly DomainEvent[] {
  const listEventsOf = (...eventTypes: EventType[]) =>
    eventTypes.flatMap((type) => toRecordedEvents(type).slice(0, 1));
  const priorEvents: Partial<Record<EventType, readonly DomainEvent[]>> = {
    OrganizationApproved: listEventsOf('AccountRegistered'),
    OrganizationDeclined: listEventsOf('AccountRegistered'),
    ProfileNameChanged: listEventsOf('AccountRegistered'),
    NicknameChanged: listEventsOf('AccountRegistered'),
    BioChanged: listEventsOf('AccountRegistered'),
    WebsiteChanged: listEventsOf('AccountRegistered'),
    PictureChanged: listEventsOf('AccountRegistered'),
    ProfileTakenDown: listEventsOf('AccountRegistered'),
    ProfileRestored: listEventsOf('AccountRegistered', 'ProfileTakenDown'),
    AccountDeactivated: listEventsOf('AccountRegistered'),
    AccountDeletionScheduled: listEventsOf('AccountRegistered', 'AccountDeactivated'),
    AccountBanned: listEventsOf('AccountRegistered'),
    AccountSuspended: listEventsOf('AccountRegistered'),
    AccountWarned: listEventsOf('AccountRegistered'),
    AccountReactivated: listEventsOf('AccountRegistered', 'AccountBanned'),
    StaffRoleGranted: listEventsOf('AccountRegistered'),
    StaffRoleRevoked: listEventsOf('AccountRegistered', 'StaffRoleGranted'),
    AccountErased: listEventsOf('AccountRegistered', 'AccountDeactivated'),
    SearchDeleted: listEventsOf('SearchSaved'),
    PostEdited: listEventsOf('PostPublished'),
    PostDeleted: listEventsOf('PostPublished'),
    PostTakenDown: listEventsOf('PostPublished'),
    PostRestored: listEventsOf('PostPublished', 'PostTakenDown'),
    IdentificationDeclined: listEventsOf('IdentificationProposed'),
    PostUnliked: listEventsOf('PostLiked'),
    ConversationRead: listEventsOf('MessageSent'),
    ReadReceiptsEnabled: listEventsOf('ReadReceiptsDisabled'),
    NotificationKindUnmuted: listEventsOf('NotificationKindMuted'),
    ProfileUnfollowed: listEventsOf('ProfileFollowed'),
    ReportsResolved: listEventsOf('SubjectReported'),
    ReportsDismissed: listEventsOf('SubjectReported'),
    AccountUnblocked: listEventsOf('AccountBlocked'),
    AccountUnmuted: listEventsOf('AccountMuted'),
    CoinsDonated: listEventsOf('CoinsPurchased'),
    PlannedDonationRefused: listEventsOf('CoinsPurchased'),
    DonationRefunded: listEventsOf('CoinsPurchased', 'PurchaseChargedBack', 'CoinsDonated'),
    PurchaseRefunded: listEventsOf('CoinsPurchased'),
    PurchaseChargedBack: listEventsOf('CoinsPurchased'),
    PurchaseRefundReversed: listEventsOf('CoinsPurchased', 'PurchaseRefunded'),
    ChargebackReversed: listEventsOf('CoinsPurchased', 'PurchaseChargedBack', 'ReceivableWrittenOff'),
    AdjustmentDeclined: listEventsOf('AdjustmentProposed'),
    BalanceAdjusted: listEventsOf('CoinsPurchased', 'AdjustmentProposed'),
    ReceivableWrittenOff: listEventsOf('CoinsPurchased', 'PurchaseChargedBack', 'AdjustmentProposed'),
    UnknownPaymentIdentified: listEventsOf('UnknownPaymentReceived'),
    UnknownPaymentWithdrawn: listEventsOf('UnknownPaymentReceived'),
    UnknownPaymentReinstated: listEventsOf('UnknownPaymentReceived', 'UnknownPaymentWithdrawn'),
    CrowdfundingApproved: listEventsOf('CrowdfundingCreated'),
    CrowdfundingRejected: listEventsOf('CrowdfundingCreated'),
    CrowdfundingCancelled: listEventsOf('CrowdfundingCreated', 'CrowdfundingApproved'),
    CrowdfundingClosed: listEventsOf('CrowdfundingCreated', 'CrowdfundingApproved'),
    CrowdfundingExpiryAnnounced: listEventsOf('CrowdfundingCreated', 'CrowdfundingApproved'),
    CrowdfundingExpired: listEventsOf('CrowdfundingCreated', 'CrowdfundingApproved'),
    AnimalAdopted: listEventsOf('AnimalOffered'),
    AdoptionRemoved: listEventsOf('AnimalOffered'),
    AnimalTakenDown: listEventsOf('AnimalOffered'),
    AnimalRestored: listEventsOf('AnimalOffered', 'AnimalTakenDown'),
  };
  return priorEvents[type] ?? [];
}
