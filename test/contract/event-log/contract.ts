import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { testAppends } from './append-contract.ts';
import type { EventLogSubject } from './contract-context.ts';
import { testReads } from './reading-contract.ts';
import { createStreamNames } from './sample-events.ts';
import { testSubscriptions } from './subscription-contract.ts';

interface ContractOptions {
  /** Whether an append compares the id of the stream's last event in addition to its revision. */
  readonly isLastEventCompared: boolean;
  /** Whether the test can remove events from the log. */
  readonly canLoseEvents: boolean;
}

/**
 * Defines the tests that every event log must pass. The log can contain other events, because the tests read only their
 * own streams.
 */
export function testEventLog(
  open: () => Promise<EventLogSubject>,
  { isLastEventCompared, canLoseEvents }: ContractOptions,
): void {
  let subject: EventLogSubject;
  const createStreamName = createStreamNames();
  const category = createStreamName().split('-')[0] as string;
  const context = {
    getSubject: () => subject,
    createStreamName,
    isOwnEvent: ({ stream }: RecordedEvent): boolean => stream.startsWith(`${category}-`),
  };

  beforeAll(async () => {
    subject = await open();
  });
  afterAll(async () => {
    await subject.log.close();
    await subject.close();
  });

  testAppends(context, isLastEventCompared);
  testReads(context);
  testSubscriptions(context, canLoseEvents);
}
