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
const MAX_VISIBILITY_MS = 10_000;

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

  /** Returns whether there may be more events. */
  async function runBatch(): Promise<boolean> {
    const fromPosition = await notices.getPosition();
    const head = await rawLog.head();
    // After a failover that lost events, the log may end before the stored position.
    if (fromPosition === null || fromPosition > head) {
      await notices.advance(fromPosition, head, collectNotices([]));
      return false;
    }
    if (fromPosition === head) return false;
    const events = await rawLog.readAll({
      after: fromPosition,
      limit: BATCH_SIZE,
      types: NOTICE_EVENT_TYPES,
    });
    const isFull = events.length === BATCH_SIZE;
    const lastPosition = events.at(-1)?.position ?? head;
    const toPosition = isFull ? lastPosition : Math.max(head, lastPosition);
    if (events.length > 0 && !(await progress.waitFor(PROJECTIONS, lastPosition, MAX_VISIBILITY_MS)))
      return false;
    await notices.advance(fromPosition, toPosition, collectNotices(events));
    return isFull;
  }

  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted && (await runBatch()));
  };
}
