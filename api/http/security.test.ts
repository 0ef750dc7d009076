import { getProfile } from '../../contract/accounts.ts';
import { createCrowdfunding } from '../../contract/crowdfunding.ts';
import { banProfile } from '../../contract/moderation.ts';
import { isStaffCall } from './security.ts';

test('calls that only staff may make are for staff', () => {
  expect([banProfile, createCrowdfunding, getProfile].map(isStaffCall)).toEqual([true, false, false]);
});
