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

test('the stream of two is the same whoever is named first', () => {
  expect(deriveRelationshipId(ada, ben)).toBe(deriveRelationshipId(ben, ada));
});

describe('following', () => {
  test('follows', () => givenEvents().when(follow(ada, ben)).leadsTo(followed(ada, ben)));
  test('stops', () => givenEvents(followed(ada, ben)).when(follow(ada, ben)).leadsTo(unfollowed(ada, ben)));
  test('begins anew', () =>
    givenEvents(followed(ada, ben), unfollowed(ada, ben)).when(follow(ada, ben)).leadsTo(followed(ada, ben)));
  test('is of each direction by itself', () =>
    givenEvents(followed(ada, ben)).when(follow(ben, ada)).leadsTo(followed(ben, ada)));
  test('goes on from a stream of before', () =>
    givenEvents()
      .when({ ...follow(ada, ben), previousFollowerIds: [ada] })
      .leadsTo(unfollowed(ada, ben)));
  test('forgets the stream of before once there is newer', () =>
    givenEvents(unfollowed(ada, ben))
      .when({ ...follow(ada, ben), previousFollowerIds: [ada] })
      .leadsTo(followed(ada, ben)));
  test.each([
    ['one never followed', []],
    ['one follows no more', [followed(ada, ben), unfollowed(ada, ben)]],
  ])('whom one does not see is refused where %s', (_, before) =>
    givenEvents(...before)
      .when(followInvisible(ada, ben))
      .isRejected('The profile does not exist.'),
  );
  test('whom one does not see stops', () =>
    givenEvents(followed(ada, ben)).when(followInvisible(ada, ben)).leadsTo(unfollowed(ada, ben)));
  test('of oneself is refused', () =>
    givenEvents().when(follow(ada, ada)).isRejected('You cannot follow yourself.'));
  test.each([
    ['by the blocked', follow(ben, ada)],
    ['by the blocker', follow(ada, ben)],
  ])('across a block is refused: %s', (_, command) =>
    givenEvents(blocked).when(command).isRejected('You cannot interact with this profile.'),
  );
  test('is possible again once unblocked', () =>
    givenEvents(blocked, unblocked).when(follow(ben, ada)).leadsTo(followed(ben, ada)));
  test('stays refused while the other still blocks', () =>
    givenEvents(blocked, blockedBack, unblocked)
      .when(follow(ada, ben))
      .isRejected('You cannot interact with this profile.'));
});

describe('blocking', () => {
  test('strangers', () => givenEvents().when(block(ada, ben)).leadsTo(blocked));
  test('ends the following of both', () =>
    givenEvents(followed(ben, ada), followed(ada, ben))
      .when(block(ada, ben))
      .leadsTo(unfollowed(ada, ben), unfollowed(ben, ada), blocked));
  test('ends what streams of before say', () =>
    givenEvents()
      .when(block(ada, ben, ben))
      .leadsTo(unfollowed(ben, ada), blocked));
  test('again does nothing', () => givenEvents(blocked).when(block(ada, ben)).leadsToNothing());
  test('back is possible', () => givenEvents(blocked).when(block(ben, ada)).leadsTo(blockedBack));
  test('oneself is refused', () =>
    givenEvents().when(block(ada, ada)).isRejected('You cannot block yourself.'));
  test('ends', () => givenEvents(blocked).when(unblock).leadsTo(unblocked));
  test('does not end where there is none', () => givenEvents(blockedBack).when(unblock).leadsToNothing());
});

describe('muting', () => {
  test('mutes', () => givenEvents().when(mute).leadsTo(muted));
  test('leaves the following as it is', () => givenEvents(followed(ada, ben)).when(mute).leadsTo(muted));
  test('again does nothing', () => givenEvents(muted).when(mute).leadsToNothing());
  test('ends', () => givenEvents(muted).when(unmute).leadsTo(unmuted));
  test('does not end where there is none', () => givenEvents().when(unmute).leadsToNothing());
  test('does not keep the muted from following', () =>
    givenEvents(muted).when(follow(ben, ada)).leadsTo(followed(ben, ada)));
  test('oneself is refused', () =>
    givenEvents()
      .when(toCommand({ type: 'MuteAccount', muterId: ada, mutedId: ada }))
      .isRejected('You cannot mute yourself.'));
});
