import { given } from '../../test/support/given.ts';
import type { SocialGraphCommand } from './commands.ts';
import { deriveRelationshipId, relationshipDecider } from './decide.ts';
import type { SocialGraphEvent } from './events.ts';

const ada = '01980000-0000-7000-8000-000000000001';
const ben = '01980000-0000-7000-8000-000000000002';

const toCommand = (command: SocialGraphCommand, ...previousFollowerIds: string[]) => ({
  ...command,
  previousFollowerIds,
});
const follow = (followerId: string, followeeId: string) =>
  toCommand({ type: 'ToggleFollow', followerId, followeeId });
const followInvisible = (followerId: string, followeeId: string) =>
  toCommand({ type: 'ToggleFollow', followerId, followeeId, isProfileHidden: true });
const block = (blockerId: string, blockedId: string, ...previousFollowerIds: string[]) =>
  toCommand({ type: 'BlockAccount', blockerId, blockedId }, ...previousFollowerIds);
const unblock = toCommand({ type: 'UnblockAccount', blockerId: ada, blockedId: ben });
const mute = toCommand({ type: 'MuteAccount', muterId: ada, mutedId: ben });
const unmute = toCommand({ type: 'UnmuteAccount', muterId: ada, mutedId: ben });

const followed = (followerId: string, followeeId: string): SocialGraphEvent => ({
  type: 'ProfileFollowed',
  data: { followerId, followeeId },
});
const unfollowed = (followerId: string, followeeId: string): SocialGraphEvent => ({
  type: 'ProfileUnfollowed',
  data: { followerId, followeeId },
});
const blocked: SocialGraphEvent = { type: 'AccountBlocked', data: { blockerId: ada, blockedId: ben } };
const unblocked: SocialGraphEvent = { type: 'AccountUnblocked', data: { blockerId: ada, blockedId: ben } };
const blockedBack: SocialGraphEvent = { type: 'AccountBlocked', data: { blockerId: ben, blockedId: ada } };
const muted: SocialGraphEvent = { type: 'AccountMuted', data: { muterId: ada, mutedId: ben } };
const unmuted: SocialGraphEvent = { type: 'AccountUnmuted', data: { muterId: ada, mutedId: ben } };

const givenEvents = (...events: SocialGraphEvent[]) => given(relationshipDecider, ...events);

test('the stream of two accounts does not depend on their order', () => {
  expect(deriveRelationshipId(ada, ben)).toBe(deriveRelationshipId(ben, ada));
});

describe('following', () => {
  test('adds a follow', () => givenEvents().when(follow(ada, ben)).leadsTo(followed(ada, ben)));
  test('removes a follow', () =>
    givenEvents(followed(ada, ben)).when(follow(ada, ben)).leadsTo(unfollowed(ada, ben)));
  test('adds a removed follow again', () =>
    givenEvents(followed(ada, ben), unfollowed(ada, ben)).when(follow(ada, ben)).leadsTo(followed(ada, ben)));
  test('is independent in each direction', () =>
    givenEvents(followed(ada, ben)).when(follow(ben, ada)).leadsTo(followed(ben, ada)));
  test('continues from a stream of the previous format', () =>
    givenEvents()
      .when({ ...follow(ada, ben), previousFollowerIds: [ada] })
      .leadsTo(unfollowed(ada, ben)));
  test('ignores the previous format once there are newer events', () =>
    givenEvents(unfollowed(ada, ben))
      .when({ ...follow(ada, ben), previousFollowerIds: [ada] })
      .leadsTo(followed(ada, ben)));
  test.each([
    ['one never followed', []],
    ['one follows no more', [followed(ada, ben), unfollowed(ada, ben)]],
  ])('is rejected for a hidden account where %s', (_, before) =>
    givenEvents(...before)
      .when(followInvisible(ada, ben))
      .isRejected('The profile does not exist.'),
  );
  test('unfollowing a hidden account is allowed', () =>
    givenEvents(followed(ada, ben)).when(followInvisible(ada, ben)).leadsTo(unfollowed(ada, ben)));
  test('rejects oneself', () =>
    givenEvents().when(follow(ada, ada)).isRejected('You cannot follow yourself.'));
  test.each([
    ['by the blocked', follow(ben, ada)],
    ['by the blocker', follow(ada, ben)],
  ])('is rejected across a block: %s', (_, command) =>
    givenEvents(blocked).when(command).isRejected('You cannot interact with this profile.'),
  );
  test('is possible again after unblocking', () =>
    givenEvents(blocked, unblocked).when(follow(ben, ada)).leadsTo(followed(ben, ada)));
  test('stays rejected while the other account still blocks', () =>
    givenEvents(blocked, blockedBack, unblocked)
      .when(follow(ada, ben))
      .isRejected('You cannot interact with this profile.'));
});

describe('blocking', () => {
  test('blocks an account without a relationship', () =>
    givenEvents().when(block(ada, ben)).leadsTo(blocked));
  test('removes the follows in both directions', () =>
    givenEvents(followed(ben, ada), followed(ada, ben))
      .when(block(ada, ben))
      .leadsTo(unfollowed(ada, ben), unfollowed(ben, ada), blocked));
  test('removes follows recorded in the previous format', () =>
    givenEvents()
      .when(block(ada, ben, ben))
      .leadsTo(unfollowed(ben, ada), blocked));
  test('is idempotent', () => givenEvents(blocked).when(block(ada, ben)).leadsToNothing());
  test('is possible in both directions', () =>
    givenEvents(blocked).when(block(ben, ada)).leadsTo(blockedBack));
  test('rejects oneself', () => givenEvents().when(block(ada, ada)).isRejected('You cannot block yourself.'));
  test('can be undone', () => givenEvents(blocked).when(unblock).leadsTo(unblocked));
  test('undoing it without a block has no effect', () =>
    givenEvents(blockedBack).when(unblock).leadsToNothing());
});

describe('muting', () => {
  test('mutes an account', () => givenEvents().when(mute).leadsTo(muted));
  test('does not affect follows', () => givenEvents(followed(ada, ben)).when(mute).leadsTo(muted));
  test('is idempotent', () => givenEvents(muted).when(mute).leadsToNothing());
  test('can be undone', () => givenEvents(muted).when(unmute).leadsTo(unmuted));
  test('undoing it without a block has no effect', () => givenEvents().when(unmute).leadsToNothing());
  test('does not prevent the muted account from following', () =>
    givenEvents(muted).when(follow(ben, ada)).leadsTo(followed(ben, ada)));
  test('rejects oneself', () =>
    givenEvents()
      .when(toCommand({ type: 'MuteAccount', muterId: ada, mutedId: ada }))
      .isRejected('You cannot mute yourself.'));
});
