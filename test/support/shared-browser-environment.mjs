import BrowserEnvironment from './browser-environment.mjs';

const LONG_MS = 100;

/**
 * A Jest environment that all test files of a worker process share. It has one jsdom page, so that `shared-runtime.cjs`
 * loads each module only once. Resets the document, storage, URL, timers and fake clock between files.
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
   * Records long timers. Otherwise, they would fire during the next file or keep the worker process alive. Short timers
   * end by themselves.
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

/** Environments of this worker process, by project id. */
const environments = new Map();

/**
 * Returns the environment of this worker process for a project. Jest calls this function with `new` for each test file.
 */
export default function getEnvironment(config, context) {
  const { id } = config.projectConfig;
  if (!environments.has(id)) environments.set(id, new SharedBrowserEnvironment(config, context));
  return environments.get(id);
}
