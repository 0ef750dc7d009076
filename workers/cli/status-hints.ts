/** Something that runs, or should. */
interface Shown {
  readonly name: string;
  readonly state: string;
  readonly needsReplay?: boolean;
}

const namesIn = (state: string, shown: readonly Shown[]): readonly string[] =>
  shown.filter((one) => one.state === state).map(({ name }) => name);

/** What to do about what needs attention; a line each. */
export function hintsFor(projections: readonly Shown[], parts: readonly Shown[]): readonly string[] {
  const failing = namesIn('failing', projections);
  const stalled = namesIn('stalled', projections);
  const all = [...projections, ...parts];
  const stopped = namesIn('stopped', all);
  const only = stopped.length < all.length ? ` -- --only ${stopped.join(',')}` : '';
  const ahead = namesIn('ahead of the log', projections);
  const changed = projections.filter(({ needsReplay }) => needsReplay).map(({ name }) => name);
  const tooOld = namesIn('worker too old', projections);
  const hints = [
    ahead.length > 0 &&
      `Ahead of the log, which has lost events that they show: ${ahead.join(', ')}. Repair: npx kindra replay ${ahead.join(' ')}`,
    changed.length > 0 &&
      `Projected by an older version, so needs replay: ${changed.join(', ')}. Repair: npx kindra replay ${changed.join(' ')}`,
    tooOld.length > 0 &&
      `Projected by a newer version than the workers that run: ${tooOld.join(', ')}. Start workers of that version.`,
    failing.length > 0 &&
      `It tries again by itself, and nothing is lost: the log has everything. Once the cause is mended, kindra replay ${failing.join(' ')} proves that all is right.`,
    stalled.length > 0 &&
      `${stalled.join(', ')}: has a worker, and has not moved for half a minute. Look at the log of that worker, then end and start it.`,
    stopped.length > 0 && `Run by no worker: ${stopped.join(', ')}. Start one: npm run worker${only}`,
  ].filter((hint) => hint !== false);
  return hints.length > 0 ? [...hints, 'More is in docs/runbook.md.'] : [];
}
