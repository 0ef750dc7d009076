import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { sampleCrowdfunding } from '../../../testing/crowdfunding.ts';
import { sampleUser } from '../../../testing/samples.ts';
import { getPermissions } from './crowdfunding-permissions.ts';

const CREATOR = 'creator';
const getRights = (status: Crowdfunding['status'], user: ReturnType<typeof sampleUser> | null) =>
  Object.entries(getPermissions(user, createWithStatus(status)))
    .filter(([, may]) => may)
    .map(([right]) => right);

/** Creates a campaign that has started, unless its status is pending or rejected. */
const createWithStatus = (status: Crowdfunding['status']): Crowdfunding =>
  sampleCrowdfunding({ status, ...((status === 'PENDING' || status === 'REJECTED') && { startDate: null }) });

const creator = sampleUser({ id: CREATOR, role: 'ORG' });
const mod = sampleUser({ role: 'MOD' });
const admin = sampleUser({ role: 'ADMIN' });

test.each([
  [
    'PENDING',
    ['hasActions', 'canCancel'],
    ['hasActions', 'canReview', 'canCancelAsStaff'],
    ['needsOtherReviewer'],
  ],
  [
    'ACTIVE',
    ['hasUpdates', 'canPostUpdates', 'hasActions', 'canCancel', 'canClose'],
    ['hasUpdates', 'hasActions', 'canCancelAsStaff'],
    [],
  ],
  ['REJECTED', [], [], []],
  ['CANCELLED', ['hasUpdates', 'canPostUpdates'], ['hasUpdates'], []],
  ['CLOSED', ['hasUpdates', 'canPostUpdates'], ['hasUpdates'], []],
] as const)(
  'returns the permissions of creator and staff while it is %s',
  (status, creatorPermissions, staffPermissions, ownStaffPermissions) => {
    expect(getRights(status, creator)).toEqual(creatorPermissions);
    const ownPermissions = getRights(status, { ...creator, role: 'ADMIN' });
    expect(ownPermissions).toEqual([...creatorPermissions, ...ownStaffPermissions]);
    for (const staff of [mod, admin]) expect(getRights(status, staff)).toEqual(staffPermissions);
    const readerPermissions = staffPermissions.filter((right) => right === 'hasUpdates');
    for (const other of [null, sampleUser(), sampleUser({ role: 'ORG' })])
      expect(getRights(status, other)).toEqual(readerPermissions);
  },
);
