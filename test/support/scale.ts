/** Factor for the number of runs of property tests, above 1 in the `faults` tier. */
const { KINDRA_TEST_SCALE = '1' } = process.env;

/** Returns a number of runs or events, multiplied by that factor. */
export const scaleRuns = (runs: number): number => runs * Number(KINDRA_TEST_SCALE);

/** Returns a time limit that grows with the number of runs, in milliseconds. */
export const scaleTimeout = (baseMs: number): number => 30_000 + scaleRuns(baseMs);
