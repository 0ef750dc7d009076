/** Factor for the number of property test runs. It is above 1 in the `faults` tier. */
const { KINDRA_TEST_SCALE = '1' } = process.env;

/** Multiplies a number of runs or events by the scale factor. */
export const scaleRuns = (runs: number): number => runs * Number(KINDRA_TEST_SCALE);

/** Returns a time limit in milliseconds that grows with the scale factor. */
export const scaleTimeout = (baseMs: number): number => 30_000 + scaleRuns(baseMs);
