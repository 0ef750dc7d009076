import type { RecordedEvent } from '../domain/kernel/event.ts';
import samples from '../test/contract/events/samples.json' with { type: 'json' };
import { toEmailNotice } from './notices.ts';

const PUBLIC_URL = 'https://kindra.example';

function getSample(type: string): RecordedEvent {
  const sample = samples.find((candidate) => candidate.type === type);
  if (!sample) throw new Error(`no sample of ${type}`);
  return {
    ...sample,
    id: 'event',
    stream: 'stream',
    revision: 0,
    position: 1,
    metadata: {
      correlationId: 'request',
      causationId: 'command',
      actor: { kind: 'system', id: 'tests' },
      occurredAt: '2026-11-22T10:00:00.000Z',
      version: 1,
    },
  };
}

test.each<[string, (data: Record<string, string>) => string]>([
  ['DonationRefunded', () => '/wallet'],
  ['CampaignFundsReceived', () => '/wallet'],
  ['OrganizationApproved', () => '/profile'],
  ['CrowdfundingApproved', ({ crowdfundingId }) => `/crowdfundings/${crowdfundingId}`],
  ['AnimalMatched', ({ adoptionId }) => `/adoptable-animals/${adoptionId}`],
])('the email about %s links to the page of the notification', (type, getPath) => {
  const event = getSample(type);
  const path = getPath(event.data as Record<string, string>);
  expect(toEmailNotice(event, PUBLIC_URL)?.content.link).toBe(`${PUBLIC_URL}${path}`);
});
