import {
  findMessageReceiver,
  NOTICE_EVENT_TYPES,
  toAnimalContact,
  toEmailNotice,
} from '../../application/notices.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { EmailedEvents } from '../../domain/ports/notices.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import type { ReadModelProgress } from '../../domain/ports/read-models.ts';
import { followLog } from '../follow-log.ts';

/** Dependencies of `createNoticeRound`. */
export interface NoticesSystem {
  readonly rawLog: Pick<EventLog, 'head' | 'readAll'>;
  readonly progress: ReadModelProgress;
  readonly publicUrl: string;
  readonly privateData: Pick<PrivateData, 'notices'>;
}

const BATCH_SIZE = 200;
/** Read models that determine the recipients and subjects. */
const PROJECTIONS = ['notifications', 'profiles', 'crowdfundings', 'animals'];

/**
 * Creates a function that queues emails about new events. The same transaction advances the log position, so each event
 * is handled only once, even if read models are rebuilt. The first run starts at the end of the log.
 */
export function createNoticeRound({ rawLog, progress, publicUrl, privateData: { notices } }: NoticesSystem) {
  const collectNotices = (events: readonly RecordedEvent[]): EmailedEvents => {
    const receivers = events.map(findMessageReceiver).filter((receiver) => receiver !== null);
    return {
      notices: events.map((event) => toEmailNotice(event, publicUrl)).filter((notice) => notice !== null),
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
        types: NOTICE_EVENT_TYPES,
        batchSize: BATCH_SIZE,
        projections: PROJECTIONS,
        getPosition: notices.getPosition,
        advance: (from, to, events) => notices.advance(from, to, collectNotices(events)),
      },
      signal,
    );
}
