import { TestEnvironment } from 'jest-environment-jsdom';

/** What browsers have, jsdom lacks and Node brings. MessageChannel is left out: with it the tests would never end. */
const FROM_NODE = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'Blob',
  'TextEncoder',
  'TextDecoder',
  'TextEncoderStream',
  'TextDecoderStream',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'BroadcastChannel',
  'structuredClone',
  'AbortController',
  'AbortSignal',
];

/** The page that tests of the web client run in. */
export default class BrowserEnvironment extends TestEnvironment {
  customExportConditions = ['node', 'node-addons'];

  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
  }
}
