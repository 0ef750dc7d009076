import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { sampleUser } from '../../../testing/samples.ts';
import { getPermissions } from './crowdfunding-permissions.ts';

const CREATOR = 'creator';
const getRights = (status: Crowdfunding['status'], user: ReturnType<typeof sampleUser> | null) =>
  Object.entries(
    getPermissions(user, {
      status,
      creator: { idProfile: CREATOR, profileName: '', nickname: '' },
    } as Crowdfunding),
  )
    .filter(([, may]) => may)
    .map(([right]) => right);

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
  ['ACTIVE', ['hasActions', 'canCancel', 'canClose'], ['hasActions', 'canCancelAsStaff'], []],
  ['REJECTED', [], [], []],
  ['CANCELLED', [], [], []],
  ['CLOSED', [], [], []],
] as const)(
  'returns the permissions of creator and staff while it is %s',
  (status, ofCreator, ofStaff, ofStaffOnTheirOwn) => {
    expect(getRights(status, creator)).toEqual(ofCreator);
    const own = getRights(status, { ...creator, role: 'ADMIN' });
    expect(own).toEqual([...ofCreator, ...ofStaffOnTheirOwn]);
    for (const staff of [mod, admin]) expect(getRights(status, staff)).toEqual(ofStaff);
    for (const other of [null, sampleUser(), sampleUser({ role: 'ORG' })])
      expect(getRights(status, other)).toEqual([]);
  },
);
