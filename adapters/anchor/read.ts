import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import {
  type AnchorHeader,
  anchorHeader,
  anchorLine,
  anchorSeal,
  formatSignedText,
  InvalidAnchor,
  type StreamHead,
} from './format.ts';
import { isSignedBy } from './key.ts';

/** A verified anchor file. */
export interface Anchor {
  readonly header: AnchorHeader;
  /** Reads the stream heads page by page, in file order. */
  readonly readHeads: () => AsyncIterable<readonly StreamHead[]>;
}

const PAGE_SIZE = 5_000;
/** Maximum length of the first and of the last line, in bytes. */
const MAX_LINE_BYTES = 1_024;

const createAlteredError = (file: string): InvalidAnchor =>
  new InvalidAnchor(`${file} was altered or truncated after it was signed.`);

interface OuterLines {
  readonly firstLine: string;
  readonly lastLine: string;
  /** Position at which the last line starts, in bytes. */
  readonly lastLineStart: number;
}

async function readOuterLines(file: string): Promise<OuterLines> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const length = Math.min(MAX_LINE_BYTES, size);
    const { buffer: head } = await handle.read(Buffer.alloc(length), 0, length, 0);
    const { buffer: tail } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const start = tail.lastIndexOf(10, length - 2) + 1;
    return {
      firstLine: head.toString('utf8').split('\n')[0] ?? '',
      lastLine: tail.toString('utf8', start),
      lastLineStart: size - length + start,
    };
  } finally {
    await handle.close();
  }
}

async function hashFile(file: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  if (bytes > 0) for await (const chunk of createReadStream(file, { end: bytes - 1 })) hash.update(chunk);
  return hash.digest('hex');
}

function parseLine<Schema extends z.ZodType>(schema: Schema, line: string): z.infer<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

async function* readLines(file: string, bytes: number): AsyncGenerator<string> {
  yield* createInterface({
    input: createReadStream(file, { end: bytes - 1 }),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
}

/**
 * Opens an anchor file and verifies its signature.
 * @param publicKey the key with which it must have been signed
 * @throws InvalidAnchor when it is not an anchor, was altered or truncated, or was signed with another key
 */
export async function openAnchor(file: string, publicKey: string): Promise<Anchor> {
  const { firstLine, lastLine, lastLineStart: start } = await readOuterLines(file);
  const header = parseLine(anchorHeader, firstLine);
  if (!header) throw new InvalidAnchor(`${file} is not an anchor of this version of Kindra.`);
  const seal = parseLine(anchorSeal, lastLine);
  const isIntact =
    seal &&
    (await hashFile(file, start)) === seal.sha256 &&
    isSignedBy(seal.publicKey, formatSignedText(seal.sha256), seal.signature);
  if (!isIntact) throw createAlteredError(file);
  if (seal.publicKey !== publicKey)
    throw new InvalidAnchor(
      `${file} is signed with the key ${seal.publicKey}, not with the expected key ${publicKey}.`,
    );
  return { header, readHeads: () => readHeads(file, start) };
}

async function* readHeads(file: string, bytes: number): AsyncGenerator<readonly StreamHead[]> {
  const lines = readLines(file, bytes);
  await lines.next();
  let page: StreamHead[] = [];
  for await (const line of lines) {
    const head = parseLine(anchorLine, line);
    if (!head) throw createAlteredError(file);
    page.push(head);
    if (page.length < PAGE_SIZE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
