const V8_FLAGS = new URL('../../scripts/v8-flags.mjs', import.meta.url).href;

/** Node.js options for running a TypeScript program with the same V8 flags as the API and the workers. */
export const TYPESCRIPT_OPTIONS: readonly string[] = ['--import', 'tsx', '--import', V8_FLAGS];
