import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  type BackupFooter,
  type BackupHeader,
  backupFooter,
  backupHeader,
  CHECKSUM_BYTES,
  checkFirstLine,
  END_OF_ROWS,
  FIRST_LINE,
  InvalidBackup,
  type TableHeader,
  tableHeader,
} from './format.ts';

/** A table in a backup. `readRows` yields whole lines, all of which must be read before the next table is read. */
export interface BackupTable extends TableHeader {
  readonly readRows: () => AsyncGenerator<Buffer, void, undefined>;
}

/** Content of a backup, in file order. */
export interface BackupContent {
  readonly header: BackupHeader;
  readonly readTables: () => AsyncGenerator<BackupTable, BackupFooter, undefined>;
  readonly close: () => void;
}

/** A backup file whose checksum is valid. */
export interface CheckedFile {
  readonly path: string;
  /** Number of bytes that the checksum covers. */
  readonly bytes: number;
  readonly sha256: string;
}

const createDamagedError = (): InvalidBackup =>
  new InvalidBackup(
    'The backup is damaged: it was cut off or changed after it was made. Nothing was restored.',
  );

/**
 * Reads the whole file and verifies its checksum.
 * @throws InvalidBackup when the file is not a backup, has a newer format, or was truncated or changed
 */
export async function checkFile(path: string, onProgress: (fraction: number) => void): Promise<CheckedFile> {
  const { size, storedSha256 } = await readSizeAndChecksum(path);
  const bytes = size - CHECKSUM_BYTES;
  const sha256 = await hashFile(path, bytes, onProgress);
  if (storedSha256 !== `${sha256}\n`) throw createDamagedError();
  return { path, bytes, sha256 };
}

async function readSizeAndChecksum(
  path: string,
): Promise<{ readonly size: number; readonly storedSha256: string }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const [firstLine = ''] = (await readText(file, 0, FIRST_LINE.length * 2)).split('\n');
    checkFirstLine(firstLine);
    if (size < FIRST_LINE.length + CHECKSUM_BYTES) throw createDamagedError();
    return { size, storedSha256: await readText(file, size - CHECKSUM_BYTES, CHECKSUM_BYTES) };
  } finally {
    await file.close();
  }
}

async function readText(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('latin1', 0, bytesRead);
}

async function hashFile(
  path: string,
  bytes: number,
  onProgress: (fraction: number) => void,
): Promise<string> {
  const hash = createHash('sha256');
  let bytesHashed = 0;
  for await (const chunk of createReadStream(path, { end: bytes - 1 })) {
    hash.update(chunk);
    bytesHashed += (chunk as Buffer).length;
    onProgress(bytesHashed / bytes);
  }
  return hash.digest('hex');
}

/** Reads JSON lines from chunks, and rows up to their terminator. */
class LineReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async #readMore(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw createDamagedError();
    this.#rest = Buffer.concat([this.#rest, value]);
  }

  async readJson(): Promise<unknown> {
    let end = this.#rest.indexOf(10);
    for (; end < 0; end = this.#rest.indexOf(10)) await this.#readMore();
    const text = this.#rest.toString('utf8', 0, end);
    this.#rest = this.#rest.subarray(end + 1);
    return JSON.parse(text);
  }

  async *readRows(): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const completeLines = this.#rest.subarray(0, this.#rest.lastIndexOf(10) + 1);
      const end = findEndOfRows(completeLines);
      if (end >= 0) {
        if (end > 0) yield completeLines.subarray(0, end);
        this.#rest = this.#rest.subarray(end + END_OF_ROWS.length);
        return;
      }
      if (completeLines.length > 0) yield completeLines;
      this.#rest = this.#rest.subarray(completeLines.length);
      await this.#readMore();
    }
  }
}

function findEndOfRows(lines: Buffer): number {
  if (lines.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) return 0;
  const offset = lines.indexOf(`\n${END_OF_ROWS}`);
  return offset < 0 ? -1 : offset + 1;
}

/** Opens a verified backup. Hashes it again: if it has changed in the meantime, reading fails at the end. */
export async function openBackup({ path, bytes, sha256 }: CheckedFile): Promise<BackupContent> {
  const hash = createHash('sha256');
  async function* readCompressed(): AsyncGenerator<Buffer> {
    let isFirstChunk = true;
    for await (const chunk of createReadStream(path, { end: bytes - 1 }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield isFirstChunk ? chunk.subarray(FIRST_LINE.length) : chunk;
      isFirstChunk = false;
    }
  }
  const source = Readable.from(readCompressed());
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  const lines = new LineReader(source.pipe(gunzip));
  const header = backupHeader.parse(await lines.readJson());
  async function* readTables(): AsyncGenerator<BackupTable, BackupFooter, undefined> {
    for (;;) {
      const nextRecord = await lines.readJson();
      const footer = backupFooter.safeParse(nextRecord);
      if (footer.success) {
        if (hash.digest('hex') !== sha256) throw createDamagedError();
        return footer.data;
      }
      yield { ...tableHeader.parse(nextRecord), readRows: () => lines.readRows() };
    }
  }
  return { header, readTables, close: () => void source.destroy() };
}
