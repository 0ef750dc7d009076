const V8_FLAGS = new URL('../../scripts/v8-flags.mjs', import.meta.url).href;

/** Options of Node.js that run a TypeScript program with the V8 flags of the API and the workers. */
export const TYPESCRIPT_OPTIONS: readonly string[] = ['--import', 'tsx', '--import', V8_FLAGS];
