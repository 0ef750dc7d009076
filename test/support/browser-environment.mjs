import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * Globals of browsers that jsdom lacks and Node provides. MessageChannel is excluded: with it the tests would never
 * end.
 */
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

/** The page for tests of the web client. */
export default class BrowserEnvironment extends TestEnvironment {
  customExportConditions = ['node', 'node-addons'];

  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
  }
}
