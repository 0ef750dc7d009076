import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { type AnchorHeader, formatSignedText, type StreamHead } from './format.ts';
import type { AnchorKey } from './key.ts';

/** Writes stream heads as JSON lines and signs them. The file gets its final name after it is synced to disk. */
export async function writeAnchor(
  file: string,
  header: AnchorHeader,
  heads: AsyncIterable<readonly StreamHead[]>,
  key: AnchorKey,
): Promise<{ readonly streams: number; readonly sha256: string }> {
  const partialFile = `${file}.partial-${process.pid}`;
  const hash = createHash('sha256');
  const target = await open(partialFile, 'wx');
  try {
    const write = async (lines: readonly object[]): Promise<void> => {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      hash.update(text);
      await target.writeFile(text);
    };
    await write([header]);
    let streams = 0;
    for await (const page of heads) {
      await write(page);
      streams += page.length;
    }
    const sha256 = hash.digest('hex');
    const seal = { streams, sha256, publicKey: key.publicKey, signature: key.sign(formatSignedText(sha256)) };
    await target.writeFile(`${JSON.stringify(seal)}\n`);
    await target.sync();
    await rename(partialFile, file);
    return { streams, sha256 };
  } finally {
    await target.close();
    await rm(partialFile, { force: true });
  }
}
