import { accountDecider } from './accounts/decide.ts';
import { adoptionDecider } from './adoption/decide.ts';
import { animalMatchesDecider } from './adoption/matches.ts';
import { savedSearchesDecider } from './adoption/saved-searches.ts';
import { conversationDecider } from './conversations/decide.ts';
import { readReceiptsDecider } from './conversations/read-receipts.ts';
import { crowdfundingDecider } from './crowdfunding/decide.ts';
import type { AnyDecider } from './kernel/command-group.ts';
import { UnknownEvent } from './kernel/decider.ts';
import { reportDecider } from './moderation/decide.ts';
import { notificationDecider } from './notifications/decide.ts';
import { likeDecider, postDecider, viewBatchDecider } from './posts/decide.ts';
import { legacyFollowDecider, relationshipDecider } from './social-graph/decide.ts';
import { walletDecider } from './wallet/decide.ts';
import { paymentDecider } from './wallet/payments/decide.ts';

const deciders = [
  accountDecider,
  adoptionDecider,
  animalMatchesDecider,
  savedSearchesDecider,
  conversationDecider,
  readReceiptsDecider,
  crowdfundingDecider,
  reportDecider,
  notificationDecider,
  likeDecider,
  postDecider,
  viewBatchDecider,
  relationshipDecider,
  legacyFollowDecider,
  walletDecider,
  paymentDecider,
] as unknown as readonly AnyDecider[];

test.each(deciders.map((decider) => [decider.category, decider] as const))(
  'throws on an unknown event in a %s stream',
  (_, { initial, evolve }) => {
    const unknownEvent = { type: 'EventOfANewerVersion', data: {} };
    expect(() => evolve(initial, unknownEvent)).toThrow(UnknownEvent);
    expect(() => evolve(initial, unknownEvent)).toThrow('EventOfANewerVersion');
  },
);
