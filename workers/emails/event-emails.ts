import {
  EMAILED_EVENT_TYPES,
  findMessageReceiver,
  toAnimalContact,
  toEventEmail,
} from '../../application/event-emails.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EmailedEvents } from '../../domain/ports/event-emails.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import type { ReadModelProgress } from '../../domain/ports/read-models.ts';
import { followLog } from '../follow-log.ts';

/** Dependencies of `createEventEmailRound`. */
export interface EventEmailsSystem {
  readonly rawLog: Pick<EventLog, 'head' | 'readAll'>;
  readonly progress: ReadModelProgress;
  readonly publicUrl: string;
  readonly privateData: Pick<PrivateData, 'eventEmails'>;
}

const BATCH_SIZE = 200;
/** Read models that determine the recipients and subjects. */
const PROJECTIONS = ['notifications', 'profiles', 'crowdfundings', 'animals'];

/**
 * Creates a function that queues emails about new events. The same transaction advances the log position, so each event
 * is handled only once, even if read models are rebuilt. The first run starts at the end of the log.
 */
export function createEventEmailRound({
  rawLog,
  progress,
  publicUrl,
  privateData: { eventEmails },
}: EventEmailsSystem) {
  const collectEmails = (events: readonly RecordedEvent[]): EmailedEvents => {
    const receivers = events.map(findMessageReceiver).filter((receiver) => receiver !== null);
    return {
      emails: events.map((event) => toEventEmail(event, publicUrl)).filter((email) => email !== null),
      messages: { receivers: [...new Set(receivers)], link: `${publicUrl}/conversations` },
      contacts: events
        .map((event) => toAnimalContact(event, publicUrl))
        .filter((contact) => contact !== null),
    };
  };

  return (signal: AbortSignal): Promise<void> =>
    followLog(
      {
        rawLog,
        progress,
        types: EMAILED_EVENT_TYPES,
        batchSize: BATCH_SIZE,
        projections: PROJECTIONS,
        getPosition: eventEmails.getPosition,
        advance: (from, to, events) => eventEmails.advance(from, to, collectEmails(events)),
      },
      signal,
    );
}
