/** Data export use case. An export is a ZIP file with an account's data as JSON, and its pictures. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Pool } from 'pg';
import { inTransaction } from '../common/transaction.ts';
import { DAY_MS } from '../domain/kernel/durations.ts';
import { addMs } from '../domain/kernel/ids.ts';
import type { Clock, IdSource } from '../domain/ports/clock.ts';
import type { ExportWork } from '../domain/ports/data-exports.ts';
import type { PrivateData } from '../domain/ports/private-data.ts';
import { formatReceiptNumber } from '../domain/wallet/receipt-number.ts';
import {
  countOwnData,
  findOwnProfile,
  OWN_DATA_LISTS,
  type OwnDataEntry,
  readOwnData,
} from '../projections/accounts/own-data/query.ts';

/** Dependencies of `writeDataExports`. */
export interface OwnDataDependencies {
  readonly pool: Pool;
  readonly privateData: Pick<PrivateData, 'dataExports' | 'sessions'>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly publicUrl: string;
}

/** Lifetime of a data export, in milliseconds. */
export const EXPORT_TTL_MS = 7 * DAY_MS;
/** Minimum size of a stored chunk of the file, in bytes. The last chunk can be smaller. */
const MIN_CHUNK_BYTES = 1024 * 1024;

/** Creates a writer that collects the bytes of a ZIP file and writes them in chunks. */
function createZipWriter(write: ExportWork['write']) {
  let pendingChunks: Uint8Array[] = [];
  let pendingBytes = 0;
  let zipError: Error | null = null;
  const zip = new Zip((error, bytes) => {
    if (error) zipError = error;
    else pendingChunks.push(bytes);
    pendingBytes += bytes?.length ?? 0;
  });

  async function flush(minBytes: number): Promise<void> {
    if (zipError) throw zipError;
    if (pendingBytes < minBytes || pendingBytes === 0) return;
    const chunk = Buffer.concat(pendingChunks);
    pendingChunks = [];
    pendingBytes = 0;
    await write(chunk);
  }

  return {
    /** Adds a compressed file that contains the concatenated texts. */
    async addText(name: string, texts: AsyncIterable<string>): Promise<void> {
      const file = new ZipDeflate(name);
      zip.add(file);
      for await (const text of texts) {
        file.push(new TextEncoder().encode(text));
        await flush(MIN_CHUNK_BYTES);
      }
      file.push(new Uint8Array(), true);
    },
    /** Adds a file without compression, because pictures are already compressed. */
    async addBytes(name: string, bytes: Uint8Array): Promise<void> {
      const file = new ZipPassThrough(name);
      zip.add(file);
      file.push(bytes, true);
      await flush(MIN_CHUNK_BYTES);
    },
    async end(): Promise<void> {
      zip.end();
      await flush(0);
    },
  };
}

/** Formats batches of entries as a JSON array with one entry per line. */
async function* formatList(batches: AsyncIterable<readonly OwnDataEntry[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const entries of batches)
    for (const entry of entries) {
      yield separator + JSON.stringify(entry);
      separator = ',\n';
    }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* formatObject(value: object): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`;
}

/** Adds the receipt number to a transaction. Entries of other kinds have no position and are returned unchanged. */
const addReceiptNumber = (entry: OwnDataEntry): OwnDataEntry =>
  entry.position === undefined
    ? entry
    : {
        receipt: formatReceiptNumber(Number(entry.position), (entry.dateTime as Date).toISOString()),
        ...entry,
      };

async function writeExportFile(
  { pool, privateData, clock }: OwnDataDependencies,
  work: ExportWork,
): Promise<void> {
  const { request, account, readPictures, reportProgress, write } = work;
  const { accountId } = request;
  const zip = createZipWriter(write);
  const sessions = await privateData.sessions.list(accountId, clock.now());
  await zip.addText('devices.json', formatObject(sessions));
  await inTransaction(pool, async (snapshot) => {
    await snapshot.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const profile = { id: accountId, ...account, ...(await findOwnProfile(snapshot, accountId)) };
    await zip.addText('profile.json', formatObject(profile));
    const totalCount = await countOwnData(snapshot, accountId);
    let writtenCount = 0;
    async function* addProgress(batches: AsyncIterable<readonly OwnDataEntry[]>) {
      for await (const entries of batches) {
        await reportProgress(writtenCount, totalCount);
        yield entries.map(addReceiptNumber);
        writtenCount += entries.length;
      }
    }
    for (const list of OWN_DATA_LISTS) {
      const batches = addProgress(readOwnData(snapshot, list, accountId));
      await zip.addText(`${list}.json`, formatList(batches));
    }
  });
  for await (const { fileName, bytes } of readPictures()) await zip.addBytes(`pictures/${fileName}`, bytes);
  await zip.end();
}

/** Writes the files for all waiting requests, one after the other. */
export async function writeDataExports(dependencies: OwnDataDependencies): Promise<void> {
  const { privateData, clock, ids, publicUrl } = dependencies;
  let hasMore = true;
  while (hasMore)
    hasMore = await privateData.dataExports.work(async (work) => {
      await writeExportFile(dependencies, work);
      const { accountId, language } = work.request;
      const expiresAt = addMs(clock.now(), EXPORT_TTL_MS);
      const { nickname } = (await findOwnProfile(dependencies.pool, accountId)) ?? { nickname: '' };
      const content = { nickname, link: `${publicUrl}/settings/data`, day: expiresAt.slice(0, 10) };
      return { expiresAt, email: { id: ids.next(), accountId, kind: 'data-ready', language, content } };
    });
}
