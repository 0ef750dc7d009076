/** Factor of the runs of randomised tests in the tier of faults. */
const { KINDRA_TEST_SCALE = '1' } = process.env;

/** Returns a number of runs or events: the given one in everyday runs, a multiple of it in the tier of faults. */
export const scaleRuns = (runs: number): number => runs * Number(KINDRA_TEST_SCALE);

/** Returns a time limit that grows with the number of runs, in milliseconds. */
export const scaleTimeout = (baseMs: number): number => 30_000 + scaleRuns(baseMs);
