const { default: Runtime } = require('jest-runtime');

/** Symbol under which jest-circus stores the handlers of its events. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

/**
 * Loads each module once per worker process instead of once per test file: loading the API takes longer than most files' tests,
 * and code that is already compiled and optimized runs faster. Needs an environment that is shared too. Only the test file,
 * the set-up files and Jest's own modules are loaded for each file.
 */
class SharedRuntime extends Runtime {
  startFile(testPath) {
    this._testPath = testPath;
    this.testState.state = 'loading';
  }

  teardown() {
    this.restoreAllMocks();
    const { esModuleRegistry, internalModuleRegistry } = this.registries;
    const paths = ['@jest/globals', this._testPath, ...this._config.setupFilesAfterEnv];
    for (const key of esModuleRegistry.keys())
      if (paths.some((path) => key.includes(path))) esModuleRegistry.delete(key);
    internalModuleRegistry.clear();
    delete this._environment.global[EVENT_HANDLERS];
    this.testState.leaveTestCode();
  }
}

/** The runtime of this worker process, by project. */
const runtimes = new Map();

/** Returns the runtime of this worker process. Jest calls it with `new` for each test file. */
function getRuntime(config, ...rest) {
  const runtime = runtimes.get(config.id) ?? new SharedRuntime(config, ...rest);
  runtimes.set(config.id, runtime);
  runtime.startFile(rest[5]);
  return runtime;
}

module.exports = { __esModule: true, default: getRuntime };
