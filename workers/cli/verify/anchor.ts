import type { Anchor } from '../../../adapters/anchor/read.ts';
import type { HeadDifference, StreamHeadReader } from '../../../adapters/anchor/stream-head-reader.ts';
import { MAX_PROBLEMS, type Problem } from './problem.ts';

/** Result of comparing an anchor with the log. */
export interface AnchorCheckResult {
  readonly streams: number;
  /** Contains at most 1,000 problems. */
  readonly problems: readonly Problem[];
}

function toProblem({ head, actualProof, lastRevision }: HeadDifference): Problem {
  const { stream, revision, proof } = head;
  if (actualProof !== null)
    return { kind: 'anchored-event', subject: `${stream}@${revision}`, expected: proof, actual: actualProof };
  const kind = lastRevision === null ? 'anchored-stream' : 'anchored-end';
  const actual = lastRevision === null ? 'no stream' : `ends at revision ${lastRevision}`;
  return { kind, subject: stream, expected: `revision ${revision}`, actual };
}

/** Reports streams that are missing, changed, or shorter than in the anchor. */
export async function checkAnchor(
  heads: StreamHeadReader,
  anchor: Anchor,
  onProgress: (streams: number) => void,
): Promise<AnchorCheckResult> {
  let streams = 0;
  const problems: Problem[] = [];
  for await (const { compared, differences } of heads.findDifferences(anchor.readHeads())) {
    streams += compared;
    problems.push(...differences.slice(0, MAX_PROBLEMS - problems.length).map(toProblem));
    onProgress(streams);
  }
  return { streams, problems };
}
