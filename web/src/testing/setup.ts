import { cleanup } from '@testing-library/react';
import { browserStorage, tabStorage } from '../state/browser-storage.ts';
import { closeApps } from './open-apps.ts';

// Testing Library does this when it is loaded, which happens only once for many test files.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(cleanup);
afterEach(closeApps);

// Texts that were too long to be stored are kept in a module that other test files share.
afterAll(() => {
  for (const storage of [browserStorage, tabStorage]) for (const key of storage.keys('')) storage.remove(key);
});
