import type { EventLog } from '../../../domain/ports/event-log.ts';
import { readCertificateFile, readConfiguredFile } from '../../certificate-file.ts';
import { StartupError } from '../../startup-error.ts';
import { type EventStoreAddress, parseEventStoreAddress } from './address.ts';
import { createEventStoreLog, type EventStoreLogOptions } from './index.ts';
import { explainStartFailure } from './start-failure.ts';

/**
 * Opens the log in EVENTSTORE_URL and reads its last event.
 * @throws StartupError with a reason that contains no password
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
    throw new StartupError(await explainStartFailure(error, address), error);
  }
}

/** Checks the certificate files. The client's own errors do not name a missing or invalid file. */
async function checkFiles({ files }: EventStoreAddress): Promise<void> {
  for (const [option, file] of files) {
    const setting = `which EVENTSTORE_URL names as ${option}`;
    await (option === 'userKeyFile' ? readConfiguredFile : readCertificateFile)(file, setting);
  }
}

/** Replaces the client's error messages, which contain the connection string with its password. */
function createLog(options: EventStoreLogOptions): EventLog {
  try {
    return createEventStoreLog(options);
  } catch {
    throw new StartupError('EVENTSTORE_URL is not valid: it must look like esdb://user:password@host:2113.');
  }
}
