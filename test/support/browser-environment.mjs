import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * Browser globals that Node.js provides and jsdom lacks. MessageChannel is excluded, because with it the tests would
 * never end.
 */
const NODE_GLOBALS = [
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

/** Jest environment for web client tests. */
export default class BrowserEnvironment extends TestEnvironment {
  customExportConditions = ['node', 'node-addons'];

  async setup() {
    await super.setup();
    for (const name of NODE_GLOBALS) this.global[name] = globalThis[name];
  }
}
