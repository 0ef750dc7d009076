import type { EventLog } from '../../../domain/ports/event-log.ts';
import { CannotStart } from '../../cannot-start.ts';
import { readCertificateFile, readNamedFile } from '../../certificate-file.ts';
import { type EventStoreAddress, parseEventStoreAddress } from './address.ts';
import { createEventStoreLog, type EventStoreLogOptions } from './index.ts';
import { startFailure } from './start-failure.ts';

/**
 * Opens the log of EVENTSTORE_URL and reads its last event.
 * @throws CannotStart with the reason in one sentence, which holds no password
 */
export async function openEventStoreLog(options: EventStoreLogOptions): Promise<EventLog> {
  const address = parseEventStoreAddress(options.connectionString);
  await checkFiles(address);
  const log = createLog(options);
  try {
    await log.head();
    return log;
  } catch (error) {
    await log.close();
    throw new CannotStart(await startFailure(error, address), error);
  }
}

/** The client reports files that are missing or no certificates without saying which. */
async function checkFiles({ files }: EventStoreAddress): Promise<void> {
  for (const [option, file] of files) {
    const setting = `which EVENTSTORE_URL names as ${option}`;
    await (option === 'userKeyFile' ? readNamedFile : readCertificateFile)(file, setting);
  }
}

/** The messages of the client quote the address, and with it the password. */
function createLog(options: EventStoreLogOptions): EventLog {
  try {
    return createEventStoreLog(options);
  } catch {
    throw new CannotStart('EVENTSTORE_URL is not valid: it must look like esdb://user:password@host:2113.');
  }
}
