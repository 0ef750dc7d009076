import { z } from 'zod';

/** First line of an anchor. */
export const anchorHeader = z.object({
  kindra: z.literal('anchor'),
  version: z.literal(1),
  createdAt: z.string(),
  log: z.enum(['postgres', 'eventstore']),
  position: z.number(),
});

/** Creation time, kind of log and head position in an anchor file. */
export type AnchorHeader = z.infer<typeof anchorHeader>;

/** Line of an anchor file. Each line contains one stream head. */
export const anchorLine = z.object({
  stream: z.string(),
  revision: z.number(),
  /** On PostgreSQL, the event hash, which covers all earlier events of the stream. On EventStoreDB, the event id. */
  proof: z.string(),
});

/** The last event of a stream. */
export type StreamHead = Readonly<z.infer<typeof anchorLine>>;

/** Last line of an anchor file. It contains the hash of all previous lines and the signature. */
export const anchorSeal = z.object({
  streams: z.number(),
  sha256: z.string(),
  publicKey: z.string(),
  signature: z.string(),
});

/** Returns the text that is signed. Its first line names the purpose, so that no other use of the key produces it. */
export const formatSignedText = (sha256: string): string => `kindra anchor 1\n${sha256}`;

/** Thrown when an anchor cannot be compared with the log. */
export class InvalidAnchor extends Error {
  override readonly name = 'InvalidAnchor';
}
