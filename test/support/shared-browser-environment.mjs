import BrowserEnvironment from './browser-environment.mjs';

const LONG_MS = 100;

/**
 * One page of jsdom for all test files of a worker process, so that `shared-runtime.cjs` loads each module once.
 * Resets the document, the storage, the address, the timers and the fake clock between two files.
 */
class SharedBrowserEnvironment extends BrowserEnvironment {
  #isSetUp = false;
  #timers = [];

  constructor(config, context) {
    const methods = Object.keys(console).map((name) => [
      name,
      (...args) => this.global.console[name](...args),
    ]);
    super(config, { ...context, console: Object.fromEntries(methods) });
  }

  async setup() {
    if (this.#isSetUp) return;
    this.#isSetUp = true;
    await super.setup();
    this.#rememberLongTimers();
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    const { document, history, localStorage, sessionStorage } = this.global;
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
    for (const timer of this.#timers.splice(0)) this.global.clearTimeout(timer);
  }

  /**
   * Records long timers, which would otherwise run in the next file or keep the worker process alive. Short
   * ones end by themselves.
   */
  #rememberLongTimers() {
    const { setTimeout, setInterval } = this.global;
    const track =
      (start) =>
      (callback, ms = 0, ...args) => {
        const timer = start(callback, ms, ...args);
        if (ms >= LONG_MS) this.#timers.push(timer);
        return timer;
      };
    this.global.setTimeout = track(setTimeout);
    this.global.setInterval = track(setInterval);
  }
}

/** The environment of this worker process, by project. */
const environments = new Map();

/** Returns the environment of this worker process. Jest calls it with `new` for each test file. */
export default function getEnvironment(config, context) {
  const { id } = config.projectConfig;
  if (!environments.has(id)) environments.set(id, new SharedBrowserEnvironment(config, context));
  return environments.get(id);
}
