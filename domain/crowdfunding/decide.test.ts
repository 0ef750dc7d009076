import { given } from '../../test/support/given.ts';
import type { CrowdfundingCommand } from './commands.ts';
import { crowdfundingDecider } from './decide.ts';
import type { CrowdfundingEvent } from './events.ts';
import { canReceiveDonations, evolve, INITIAL_CROWDFUNDING } from './state.ts';

const crowdfundingId = '01980000-0000-7000-8000-00000000000c';
const creatorId = '01980000-0000-7000-8000-000000000001';
const otherId = '01980000-0000-7000-8000-000000000002';
const staffId = '01980000-0000-7000-8000-000000000003';
const form = {
  title: 'A pond for the otters',
  description: 'They need it.\nSoon.',
  goalAmount: 250_000,
  durationDays: 30,
};
const details = { crowdfundingId, creatorId, ...form, imageHash: 'ab'.repeat(32) };
const data = { crowdfundingId };

const created: CrowdfundingEvent = { type: 'CrowdfundingCreated', data: details };
const approved: CrowdfundingEvent = {
  type: 'CrowdfundingApproved',
  data: { crowdfundingId, startDate: '2026-11-21T09:30:00.000Z', endDate: '2026-12-21T09:30:00.000Z' },
};
const rejected: CrowdfundingEvent = { type: 'CrowdfundingRejected', data };
const cancelled: CrowdfundingEvent = { type: 'CrowdfundingCancelled', data };
const closed: CrowdfundingEvent = { type: 'CrowdfundingClosed', data };
const expired: CrowdfundingEvent = { type: 'CrowdfundingExpired', data };

const crowdfunding = (...events: readonly CrowdfundingEvent[]) => given(crowdfundingDecider, ...events);
const create = (changes: Partial<typeof form> = {}): CrowdfundingCommand => ({
  type: 'CreateCrowdfunding',
  ...details,
  ...changes,
});
const approve = {
  type: 'ApproveCrowdfunding',
  crowdfundingId,
  staffId,
  at: '2026-11-21T09:30:00.000Z',
} as const;
const decline = { type: 'DeclineCrowdfunding', crowdfundingId, staffId } as const;
const cancelAsStaff = { type: 'CancelCrowdfundingAsStaff', crowdfundingId } as const;
const cancelForBan = { type: 'CancelCrowdfundingOfBanned', crowdfundingId } as const;
const cancel = { type: 'CancelCrowdfunding', crowdfundingId, accountId: creatorId } as const;
const close = { type: 'CloseCrowdfunding', crowdfundingId, accountId: creatorId } as const;
const expire = (at: string) => ({ type: 'ExpireCrowdfunding', crowdfundingId, at }) as const;

describe('creating', () => {
  test('creates a crowdfunding', () => crowdfunding().when(create()).leadsTo(created));
  test('is idempotent', () => crowdfunding(created).when(create()).leadsToNothing());
  test.each([
    ['no title', { title: '' }, 'All fields for creating a crowdfunding application are mandatory.'],
    [
      'no description',
      { description: '' },
      'All fields for creating a crowdfunding application are mandatory.',
    ],
    ['a long title', { title: 'a'.repeat(101) }, 'The title cannot exceed 100 characters.'],
    [
      'a long description',
      { description: 'a'.repeat(1501) },
      'The description cannot exceed 1500 characters.',
    ],
    ['a title of two lines', { title: 'a\nb' }, 'The text contains characters that are not allowed.'],
    ['a deceiving text', { description: 'a\u202eb' }, 'The text contains characters that are not allowed.'],
    [
      'too small a goal',
      { goalAmount: 9_999 },
      'The goal amount must be between 10000 and 100000000 kindracoins.',
    ],
    [
      'too large a goal',
      { goalAmount: 100_000_001 },
      'The goal amount must be between 10000 and 100000000 kindracoins.',
    ],
    [
      'a broken goal',
      { goalAmount: 10_000.5 },
      'The goal amount must be between 10000 and 100000000 kindracoins.',
    ],
    ['too short a time', { durationDays: 6 }, 'The duration must be between 7 and 365 days.'],
    ['too long a time', { durationDays: 366 }, 'The duration must be between 7 and 365 days.'],
    ['part of a day', { durationDays: 7.5 }, 'The duration must be between 7 and 365 days.'],
  ])('rejects %s', (_name, changes, sentence) => crowdfunding().when(create(changes)).isRejected(sentence));
  test.each([
    { goalAmount: 10_000, durationDays: 7 },
    { goalAmount: 100_000_000, durationDays: 365, title: '🦦'.repeat(100), description: '🦦'.repeat(1500) },
  ])('accepts values at the limits', (changes) =>
    crowdfunding()
      .when(create(changes))
      .leadsTo({ type: 'CrowdfundingCreated', data: { ...details, ...changes } }),
  );
});

describe('staff', () => {
  test('approve a pending crowdfunding, and its time starts', () =>
    crowdfunding(created).when(approve).leadsTo(approved));
  test('decline a pending crowdfunding', () => crowdfunding(created).when(decline).leadsTo(rejected));
  test.each([
    ['approved', approved],
    ['rejected', rejected],
    ['cancelled', cancelled],
  ])('cannot approve or decline a crowdfunding that is %s', (_name, event) => {
    for (const command of [approve, decline])
      crowdfunding(created, event).when(command).isRejected('The crowdfunding is no longer pending.');
  });
});

test.each([approve, decline, cancelAsStaff, cancelForBan])(
  '$type is rejected for an unknown crowdfunding',
  (command) => crowdfunding().when(command).isRejected('The crowdfunding does not exist.'),
);

describe('four eyes', () => {
  test.each([approve, decline])('$type is forbidden for the creator', (command) => {
    for (const events of [[created], [created, approved]])
      crowdfunding(...events)
        .when({ ...command, staffId: creatorId })
        .isRejected('Another member of staff must decide on your crowdfunding.');
  });
});

describe('staff cancel', () => {
  test.each([
    ['pending', [created]],
    ['active', [created, approved]],
  ])('cancel a crowdfunding that is %s', (_status, events) => {
    for (const command of [cancelAsStaff, cancelForBan])
      crowdfunding(...events)
        .when(command)
        .leadsTo(cancelled);
  });
  test('cancelling twice is idempotent', () => {
    for (const command of [cancelAsStaff, cancelForBan])
      crowdfunding(created, approved, cancelled).when(command).leadsToNothing();
  });
  test.each([
    ['closed', [created, approved, closed]],
    ['rejected', [created, rejected]],
  ])('cannot cancel one that is %s, and an order for all crowdfundings skips it', (_status, events) => {
    crowdfunding(...events)
      .when(cancelAsStaff)
      .isRejected('Only a pending or active crowdfunding can be cancelled.');
    crowdfunding(...events)
      .when(cancelForBan)
      .leadsToNothing();
  });
});

test.each([approve, decline, cancel, close, expire('2027-11-21T09:30:00.000Z')])(
  'an unknown crowdfunding is not found',
  (command) => crowdfunding().when(command).isRejected('The crowdfunding does not exist.'),
);

describe('ending', () => {
  test('an active crowdfunding is cancelled', () =>
    crowdfunding(created, approved).when(cancel).leadsTo(cancelled));
  test('a pending crowdfunding is cancelled', () => crowdfunding(created).when(cancel).leadsTo(cancelled));
  test('an active one is closed', () => crowdfunding(created, approved).when(close).leadsTo(closed));
  test('ending twice in the same way is idempotent', () => {
    crowdfunding(created, approved, cancelled).when(cancel).leadsToNothing();
    crowdfunding(created, approved, closed).when(close).leadsToNothing();
  });
  test.each([
    ['closed', [approved, closed]],
    ['rejected', [rejected]],
  ])('a crowdfunding that is %s cannot be cancelled', (_name, events) =>
    crowdfunding(created, ...events)
      .when(cancel)
      .isRejected('Only a pending or active crowdfunding can be cancelled.'),
  );
  test.each([
    ['pending', []],
    ['rejected', [rejected]],
    ['cancelled', [approved, cancelled]],
    ['expired', [approved, expired]],
  ])('a crowdfunding that is %s cannot be closed', (_name, events) =>
    crowdfunding(created, ...events)
      .when(close)
      .isRejected('Only an active crowdfunding can be closed.'),
  );
  test.each([
    ['cancel', cancel],
    ['close', close],
  ])('only the creator can %s', (name, command) =>
    crowdfunding(created, approved)
      .when({ ...command, accountId: otherId })
      .isRejected(`Only its creator can ${name} a crowdfunding.`),
  );
});

describe('expiring', () => {
  test('90 days after the end date', () =>
    crowdfunding(created, approved).when(expire('2027-03-21T09:30:00.000Z')).leadsTo(expired));
  test('does not happen a millisecond earlier', () =>
    crowdfunding(created, approved)
      .when(expire('2027-03-21T09:29:59.999Z'))
      .isRejected('The crowdfunding has not expired yet.'));
  test.each([
    ['pending', []],
    ['closed', [approved, closed]],
    ['cancelled', [approved, cancelled]],
    ['expired', [approved, expired]],
  ])('does not apply to one that is %s', (_name, events) =>
    crowdfunding(created, ...events)
      .when(expire('2028-03-21T09:30:00.000Z'))
      .leadsToNothing(),
  );
});

describe('donations are accepted', () => {
  const evolveState = (...events: readonly CrowdfundingEvent[]) =>
    events.reduce(evolve, INITIAL_CROWDFUNDING);
  const activeInstant = '2026-12-21T09:29:59.999Z';

  test('until before the end date', () => {
    expect(canReceiveDonations(evolveState(created, approved), activeInstant)).toBe(true);
    expect(canReceiveDonations(evolveState(created, approved), '2026-12-21T09:30:00.000Z')).toBe(false);
  });
  test.each([
    [[]],
    [[created]],
    [[created, rejected]],
    [[created, approved, cancelled]],
    [[created, approved, closed]],
  ])('only while the crowdfunding is active', (events) =>
    expect(canReceiveDonations(evolveState(...events), activeInstant)).toBe(false),
  );
});
