import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest environment that unreferences remaining timers at the end of a file, so that worker processes can exit. Some
 * libraries leave timers of several seconds behind when they are closed (ioredis: 2 s to destroy a socket, BullMQ: 11 s
 * for a blocked read, OpenTelemetry: 5 s for an export).
 */
export default class NodeEnvironment extends TestEnvironment {
  #timers = new Set();

  constructor(config, context) {
    super(config, context);
    const { setTimeout } = this.global;
    const setTrackedTimeout = (callback, ...rest) => {
      const timer = setTimeout(
        (...args) => {
          this.#timers.delete(timer);
          return callback(...args);
        },
        ...rest,
      );
      this.#timers.add(timer);
      return timer;
    };
    this.global.setTimeout = Object.defineProperties(
      setTrackedTimeout,
      Object.getOwnPropertyDescriptors(setTimeout),
    );
    const { clearTimeout } = this.global;
    this.global.clearTimeout = (timer) => {
      this.#timers.delete(timer);
      clearTimeout(timer);
    };
  }

  unrefTimers() {
    for (const timer of this.#timers) timer.unref();
  }

  async teardown() {
    this.unrefTimers();
    await super.teardown();
  }
}
