import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  type BackupFooter,
  type BackupHeader,
  BackupUnusable,
  backupFooter,
  backupHeader,
  CHECKSUM_BYTES,
  checkFirstLine,
  END_OF_ROWS,
  FIRST_LINE,
  type TableHeader,
  tableHeader,
} from './format.ts';

/** A table of a backup. Read its rows, in whole lines, before the next table. */
export interface BackupTable extends TableHeader {
  readonly rows: () => AsyncGenerator<Buffer, void, undefined>;
}

/** The content of a backup, in file order. */
export interface BackupContent {
  readonly header: BackupHeader;
  readonly tables: () => AsyncGenerator<BackupTable, BackupFooter, undefined>;
  readonly close: () => void;
}

/** A file with a valid checksum. */
export interface CheckedFile {
  readonly path: string;
  /** Number of bytes that the checksum covers. */
  readonly bytes: number;
  readonly sha256: string;
}

const damaged = (): BackupUnusable =>
  new BackupUnusable(
    'The backup is damaged: it was cut off or changed after it was made. Nothing was restored.',
  );

/**
 * Reads the whole file and verifies its checksum.
 * @throws BackupUnusable when it is not a backup, has a newer format, or was truncated or changed
 */
export async function checkFile(path: string, onProgress: (share: number) => void): Promise<CheckedFile> {
  const { size, told } = await endsOf(path);
  const bytes = size - CHECKSUM_BYTES;
  const sha256 = await hashOf(path, bytes, onProgress);
  if (told !== `${sha256}\n`) throw damaged();
  return { path, bytes, sha256 };
}

async function endsOf(path: string): Promise<{ readonly size: number; readonly told: string }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const [first = ''] = (await textAt(file, 0, FIRST_LINE.length * 2)).split('\n');
    checkFirstLine(first);
    if (size < FIRST_LINE.length + CHECKSUM_BYTES) throw damaged();
    return { size, told: await textAt(file, size - CHECKSUM_BYTES, CHECKSUM_BYTES) };
  } finally {
    await file.close();
  }
}

async function textAt(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('latin1', 0, bytesRead);
}

async function hashOf(path: string, bytes: number, onProgress: (share: number) => void): Promise<string> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const chunk of createReadStream(path, { end: bytes - 1 })) {
    hash.update(chunk);
    read += (chunk as Buffer).length;
    onProgress(read / bytes);
  }
  return hash.digest('hex');
}

/** Splits chunks into lines, and into rows up to their terminator. */
class Lines {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done) throw damaged();
    this.#rest = Buffer.concat([this.#rest, value]);
  }

  async json(): Promise<unknown> {
    let end = this.#rest.indexOf(10);
    for (; end < 0; end = this.#rest.indexOf(10)) await this.#more();
    const text = this.#rest.toString('utf8', 0, end);
    this.#rest = this.#rest.subarray(end + 1);
    return JSON.parse(text);
  }

  async *rows(): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const whole = this.#rest.subarray(0, this.#rest.lastIndexOf(10) + 1);
      const end = endOfRows(whole);
      if (end >= 0) {
        if (end > 0) yield whole.subarray(0, end);
        this.#rest = this.#rest.subarray(end + END_OF_ROWS.length);
        return;
      }
      if (whole.length > 0) yield whole;
      this.#rest = this.#rest.subarray(whole.length);
      await this.#more();
    }
  }
}

/** Offset of the row terminator, or -1. */
function endOfRows(lines: Buffer): number {
  if (lines.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) return 0;
  const before = lines.indexOf(`\n${END_OF_ROWS}`);
  return before < 0 ? -1 : before + 1;
}

/**
 * Opens a verified file. Hashes it again while reading: the content ends with an error if the file has changed since.
 */
export async function readContent({ path, bytes, sha256 }: CheckedFile): Promise<BackupContent> {
  const hash = createHash('sha256');
  async function* packed(): AsyncGenerator<Buffer> {
    let first = true;
    for await (const chunk of createReadStream(path, { end: bytes - 1 }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield first ? chunk.subarray(FIRST_LINE.length) : chunk;
      first = false;
    }
  }
  const source = Readable.from(packed());
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  const lines = new Lines(source.pipe(gunzip));
  const header = backupHeader.parse(await lines.json());
  async function* tables(): AsyncGenerator<BackupTable, BackupFooter, undefined> {
    for (;;) {
      const next = await lines.json();
      const footer = backupFooter.safeParse(next);
      if (footer.success) {
        if (hash.digest('hex') !== sha256) throw damaged();
        return footer.data;
      }
      yield { ...tableHeader.parse(next), rows: () => lines.rows() };
    }
  }
  return { header, tables, close: () => void source.destroy() };
}
