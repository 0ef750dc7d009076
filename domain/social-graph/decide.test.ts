import { given } from '../../test/support/given.ts';
import { followDecider } from './decide.ts';
import type { SocialGraphEvent } from './events.ts';

const followerId = '01980000-0000-7000-8000-000000000001';
const followeeId = '01980000-0000-7000-8000-000000000002';
const toggle = { type: 'ToggleFollow', followerId, followeeId } as const;
const followed: SocialGraphEvent = { type: 'ProfileFollowed', data: { followerId, followeeId } };
const unfollowed: SocialGraphEvent = { type: 'ProfileUnfollowed', data: { followerId, followeeId } };

test('follows', () => given(followDecider).when(toggle).leadsTo(followed));
test('stops following', () => given(followDecider, followed).when(toggle).leadsTo(unfollowed));
test('follows anew', () => given(followDecider, followed, unfollowed).when(toggle).leadsTo(followed));
test('oneself is refused', () =>
  given(followDecider)
    .when({ ...toggle, followeeId: followerId })
    .isRejected('CANNOT_FOLLOW_ONESELF', 'You cannot follow yourself.'));
