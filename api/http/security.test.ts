import { getProfile } from '../../contract/accounts.ts';
import { createCrowdfunding } from '../../contract/crowdfunding.ts';
import { banProfile } from '../../contract/moderation.ts';
import { isStaffCall } from './security.ts';

test('recognizes the calls that only staff may make', () => {
  expect([banProfile, createCrowdfunding, getProfile].map(isStaffCall)).toEqual([true, false, false]);
});
