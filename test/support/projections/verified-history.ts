import type { KindraEvent } from '../../../domain/catalogue.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { appendToEnd } from '../append-to-end.ts';
import { createEvent } from './history.ts';

/** Creates ids that differ only in their last digits, which are random in real ids. */
export const createId = (kind: number, n: number): string =>
  `01980000-0000-7000-8000-${String(kind * 1_000 + n).padStart(12, '0')}`;

export const [ada, ben, eva] = [1, 2, 3].map((n) => createId(1, n)) as [string, string, string];
export const createCrowdfundingId = (n: number): string => createId(3, n);
export const createDonationId = (n: number): string => createId(4, n);
export const NOW = '2026-11-21T09:00:00.000Z';

const createAccountEvent = (accountId: string, nickname: string): KindraEvent => ({
  type: 'AccountRegistered',
  data: { accountId, role: 'USER', nickname, profileName: 'Somebody', category: null },
});

const createCrowdfundingEvents = (n: number): readonly KindraEvent[] => {
  const form = { title: 'A roof', description: 'Rain', goalAmount: 10_000, durationDays: 7 };
  const crowdfundingId = createCrowdfundingId(n);
  return [
    { type: 'CrowdfundingCreated', data: { crowdfundingId, creatorId: ada, ...form, imageHash: '' } },
    { type: 'CrowdfundingApproved', data: { crowdfundingId, startDate: NOW, endDate: NOW } },
  ];
};

const createDonationEvent = (donation: number, crowdfundingNumber: number): KindraEvent => ({
  type: 'CoinsDonated',
  data: {
    accountId: ben,
    donationId: createDonationId(donation),
    crowdfundingId: createCrowdfundingId(crowdfundingNumber),
    amount: 100,
    creatorId: ada,
  },
});

const COIN_EVENTS: readonly KindraEvent[] = [
  {
    type: 'CoinsPurchased',
    data: {
      accountId: ben,
      purchaseId: createId(5, 1),
      paymentId: 'pi_1',
      source: 'clearing',
      amount: 1_000,
      repaid: 0,
    },
  },
  ...createCrowdfundingEvents(1),
  ...createCrowdfundingEvents(2),
  ...createCrowdfundingEvents(3),
  createDonationEvent(1, 1),
  createDonationEvent(2, 2),
  createDonationEvent(3, 2),
  createDonationEvent(4, 3),
  { type: 'CrowdfundingClosed', data: { crowdfundingId: createCrowdfundingId(1) } },
  {
    type: 'CampaignFundsReceived',
    data: {
      accountId: ada,
      releaseId: createId(5, 2),
      crowdfundingId: createCrowdfundingId(1),
      amount: 100,
      repaid: 0,
    },
  },
  { type: 'CrowdfundingCancelled', data: { crowdfundingId: createCrowdfundingId(2) } },
  {
    type: 'DonationRefunded',
    data: {
      accountId: ben,
      refundId: createId(5, 3),
      donationId: createDonationId(2),
      crowdfundingId: createCrowdfundingId(2),
      reason: 'cancelled',
      amount: 100,
      repaid: 0,
    },
  },
];

const createAnimalEvent = (n: number): KindraEvent => ({
  type: 'AnimalOffered',
  data: {
    adoptionId: createId(6, n),
    ownerId: ada,
    name: 'Rex',
    type: 'DOG',
    breed: 'mixed',
    age: 5,
    sex: 'M',
    description: 'calm',
    address: 'Main street',
    town: '',
    vaccinated: true,
    sterilized: true,
    imageHash: '',
  },
});

const createSearchEvent = (n: number): KindraEvent => ({
  type: 'SearchSaved',
  data: {
    accountId: ben,
    searchId: createId(10, n),
    name: 'Dogs',
    type: 'DOG',
    sex: null,
    minAge: n,
    maxAge: null,
    vaccinated: true,
    sterilized: null,
    text: 'calm',
    withinKm: null,
    town: '',
  },
});

const createReportEvent = (n: number, caseNumber: number, reporterId: string): KindraEvent => ({
  type: 'SubjectReported',
  data: {
    caseId: createId(7, caseNumber),
    reportId: createId(7, n),
    reporterId,
    subjectKind: 'profile',
    subjectId: ada,
    ownerId: ada,
    category: n % 2 ? 'SPAM' : 'FRAUD',
    text: 'look',
  },
});

const createLikeEvent = (
  type: 'PostLiked' | 'PostUnliked',
  accountId: string,
  authorId?: string,
): KindraEvent => ({
  type,
  data: { postId: createId(2, 1), accountId, ...(authorId && { authorId }) },
});

const message = (n: number): KindraEvent => ({
  type: 'MessageSent',
  data: {
    conversationId: createId(8, 1),
    messageId: createId(8, n + 1),
    authorId: ben,
    receiverId: ada,
    content: 'Is Rex still there?',
    clientId: null,
    animalId: createId(6, 1),
  },
});

const OTHER_EVENTS: readonly KindraEvent[] = [
  ...[1, 2, 3].map(createAnimalEvent),
  { type: 'AnimalAdopted', data: { adoptionId: createId(6, 2), ownerId: ada } },
  { type: 'AdoptionRemoved', data: { adoptionId: createId(6, 3), ownerId: ada } },
  { type: 'AnimalTakenDown', data: { adoptionId: createId(6, 2), ownerId: ada } },
  createSearchEvent(1),
  createSearchEvent(2),
  { type: 'SearchDeleted', data: { accountId: ben, searchId: createId(10, 2) } },
  {
    type: 'AnimalMatched',
    data: { adoptionId: createId(6, 1), ownerId: ada, recipientIds: [eva] },
  },
  { type: 'AccountBlocked', data: { blockerId: ben, blockedId: eva } },
  { type: 'AccountBlocked', data: { blockerId: ben, blockedId: ada } },
  { type: 'AccountUnblocked', data: { blockerId: ben, blockedId: ada } },
  { type: 'AccountMuted', data: { muterId: eva, mutedId: ada } },
  createReportEvent(1, 1, ben),
  createReportEvent(2, 1, eva),
  {
    type: 'ReportsDismissed',
    data: { caseId: createId(7, 1), subjectKind: 'profile', subjectId: ada, reports: 2 },
  },
  createReportEvent(3, 3, ben),
  {
    type: 'PostPublished',
    data: { postId: createId(2, 1), authorId: ada, text: 'Hello', parentId: null },
  },
  createLikeEvent('PostLiked', ben, ada),
  createLikeEvent('PostLiked', eva),
  createLikeEvent('PostUnliked', eva, ada),
  { type: 'ProfileFollowed', data: { followerId: eva, followeeId: ada } },
  message(1),
  message(2),
  { type: 'NotificationsRead', data: { accountId: ada, until: 3 } },
  { type: 'NotificationKindMuted', data: { accountId: ada, kind: 'LIKE' } },
  {
    type: 'ConversationRead',
    data: { conversationId: createId(8, 1), readerId: ada, authorId: ben, count: 2 },
  },
  { type: 'ReadReceiptsDisabled', data: { accountId: eva } },
];

async function append(log: EventLog, event: KindraEvent, n: number): Promise<void> {
  const { metadata, ...made } = createEvent(event);
  const staff = { ...metadata, actor: { kind: 'staff', id: eva } } as const;
  const isStaffEvent = event.type === 'CrowdfundingApproved' || event.type === 'ReportsDismissed';
  const stream = event.type === 'MessageSent' ? event.data.conversationId : createId(1, n);
  await appendToEnd(log, `history-${stream}`, [{ ...made, metadata: isStaffEvent ? staff : metadata }]);
}

/** Appends a history that fills every checked table with rows. */
export async function appendVerifiedHistory(log: EventLog): Promise<void> {
  const history = [
    createAccountEvent(ada, 'ada'),
    createAccountEvent(ben, 'ben'),
    createAccountEvent(eva, 'eva'),
    ...COIN_EVENTS,
    ...OTHER_EVENTS,
  ];
  for (const [n, event] of history.entries()) await append(log, event, n);
}
