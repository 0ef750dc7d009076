import { SAMPLE_EVENTS } from '../test/support/sample-events.ts';
import { toEventEmail } from './event-emails.ts';

const PUBLIC_URL = 'https://kindra.example';

type Data = Readonly<Record<string, string>>;

const getCrowdfundingPath = ({ crowdfundingId }: Data) => `/crowdfundings/${crowdfundingId}`;
const getWalletPath = () => '/wallet';

const PATHS: Readonly<Record<string, (data: Data) => string>> = {
  DONATION_NOT_MADE: getWalletPath,
  ORGANIZATION_APPROVED: () => '/profile',
  CAMPAIGN_APPROVED: getCrowdfundingPath,
  CAMPAIGN_DECLINED: getCrowdfundingPath,
  CAMPAIGN_CANCELLED: getCrowdfundingPath,
  CAMPAIGN_CLOSED: getCrowdfundingPath,
  CAMPAIGN_TIME_OVER: getCrowdfundingPath,
  CAMPAIGN_RELEASED: getWalletPath,
  REFUND: getWalletPath,
  ADOPTION_CONTACT: ({ authorId }) => `/conversations/${authorId}`,
  ANIMAL_MATCH: ({ adoptionId }) => `/adoptable-animals/${adoptionId}`,
};

const emails = SAMPLE_EVENTS.flatMap((event) => {
  const email = toEventEmail(event, PUBLIC_URL);
  return email ? [[email.kind, event, email] as const] : [];
});

test('there is a sample of each kind of email', () => {
  expect(new Set(emails.map(([kind]) => kind))).toEqual(new Set(Object.keys(PATHS)));
});

test.each(emails)('the email about %s links to the page of the notification', (kind, event, { content }) => {
  expect(content.link).toBe(`${PUBLIC_URL}${PATHS[kind]?.(event.data as Data)}`);
});

test.each(emails.filter(([kind]) => ['REFUND', 'CAMPAIGN_RELEASED', 'DONATION_NOT_MADE'].includes(kind)))(
  'the email about %s has the amount of the event',
  (_kind, event, { content }) => {
    expect(content.amount).toBe((event.data as { readonly amount: number }).amount);
  },
);
