/** How much longer randomised tests run in the tier of faults than in everyday runs. */
const { KINDRA_TEST_SCALE = '1' } = process.env;

/** A number of runs or events: the given one in everyday runs, a multiple of it in the tier of faults. */
export const scaled = (everyday: number): number => everyday * Number(KINDRA_TEST_SCALE);

/** A limit of time that grows with the number of runs; some of it is for what does not. In milliseconds. */
export const scaledMs = (everydayMs: number): number => 30_000 + scaled(everydayMs);
