import { adoptionDecider } from '../../../domain/adoption/decide.ts';
import { conversationDecider } from '../../../domain/conversations/decide.ts';
import { deriveConversationId } from '../../../domain/conversations/ids.ts';
import { crowdfundingDecider } from '../../../domain/crowdfunding/decide.ts';
import { disclosureDecider } from '../../../domain/disclosures/decide.ts';
import type { Decider } from '../../../domain/kernel/decider.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import { reportDecider } from '../../../domain/moderation/decide.ts';
import { likeDecider, postDecider } from '../../../domain/posts/decide.ts';

const ID = '01980000-0000-7000-8000-000000000001';
const AUTHOR = '01980000-0000-7000-8000-000000000002';
const OWNER = '01980000-0000-7000-8000-000000000003';
const PICTURE = { imageHash: 'a'.repeat(64) };
const ANIMAL = {
  name: 'Luna',
  type: 'DOG',
  breed: 'Mixed',
  age: 3,
  sex: 'F',
  description: 'Friendly',
  address: 'Main Street 1',
  vaccinated: true,
  sterilized: true,
} as const;
const SURPLUS = { surplus: 'must not be stored' };

/**
 * Decides on a command with a surplus property.
 * @param differences where the event's data differs from the command's fields
 * @returns the event's data, and the expected data
 */
function decideWithSurplus<State, Command extends { readonly type: string }, E extends DomainEvent>(
  { decide, initial }: Decider<State, Command, E>,
  command: NoInfer<Command>,
  differences: object = {},
) {
  const decision = decide({ ...command, ...SURPLUS }, initial);
  const { type: _, ...fields } = command;
  return {
    data: decision.accepted ? decision.events[0]?.data : decision.rejection,
    expectedData: { ...fields, ...differences },
  };
}

test.each([
  [
    'a post',
    decideWithSurplus(postDecider, {
      type: 'PublishPost',
      postId: ID,
      authorId: AUTHOR,
      text: 'Hello',
      parentId: OWNER,
      parentAuthorId: OWNER,
      crowdfundingId: ID,
      ...PICTURE,
    }),
  ],
  ['a like', decideWithSurplus(likeDecider, { type: 'ToggleLike', postId: ID, accountId: AUTHOR })],
  [
    'a campaign',
    decideWithSurplus(crowdfundingDecider, {
      type: 'CreateCrowdfunding',
      crowdfundingId: ID,
      creatorId: AUTHOR,
      title: 'A kennel',
      description: 'For the winter',
      goalAmount: 10_000,
      durationDays: 30,
      ...PICTURE,
    }),
  ],
  [
    'a message',
    decideWithSurplus(conversationDecider, {
      type: 'SendMessage',
      conversationId: deriveConversationId(AUTHOR, OWNER),
      messageId: ID,
      authorId: AUTHOR,
      receiverId: OWNER,
      content: 'Hello',
      clientId: null,
      animalId: ID,
    }),
  ],
  [
    'a report',
    decideWithSurplus(
      reportDecider,
      {
        type: 'ReportSubject',
        reportId: ID,
        reporterId: AUTHOR,
        subjectKind: 'post',
        subjectId: ID,
        ownerId: OWNER,
        category: 'SPAM',
        text: '',
      },
      { caseId: ID },
    ),
  ],
  [
    'a disclosure',
    decideWithSurplus(disclosureDecider, {
      type: 'DiscloseSealedTexts',
      disclosureId: ID,
      stream: null,
      eventType: null,
    }),
  ],
])('the event of %s has no surplus property of its command', (_, { data, expectedData }) => {
  expect(data).toStrictEqual(expectedData);
});

test('the event of an animal has no surplus property of its command or form', () => {
  const offer = { adoptionId: ID, ownerId: OWNER, ...PICTURE };
  const form = { ...ANIMAL, ...SURPLUS };
  const { data } = decideWithSurplus(adoptionDecider, { type: 'OfferAnimal', ...offer, form });
  expect(data).toStrictEqual({ ...offer, ...ANIMAL, town: '' });
});
