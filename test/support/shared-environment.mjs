import NodeEnvironment from './node-environment.mjs';

/**
 * A Jest environment that all test files of a worker process share. It has one context, so that `shared-runtime.cjs`
 * loads each module only once. Resets the timers, the fake clock and `process.env` between files.
 */
class SharedEnvironment extends NodeEnvironment {
  #variables = { ...this.global.process.env };

  async teardown() {
    this.unrefTimers();
    this.fakeTimersModern.dispose();
    const { env } = this.global.process;
    for (const name of Object.keys(env)) if (!(name in this.#variables)) delete env[name];
    Object.assign(env, this.#variables);
  }
}

/** Environments of this worker process, by project id. */
const environments = new Map();

/**
 * Returns the environment of this worker process for a project. Jest calls this function with `new` for each test file.
 */
export default function getEnvironment(config, context) {
  const { id } = config.projectConfig;
  if (!environments.has(id)) environments.set(id, new SharedEnvironment(config, context));
  return environments.get(id);
}
