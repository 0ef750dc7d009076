import { cleanup } from '@testing-library/react';
import { closeApps } from './open-apps.ts';

// Testing Library does this when it is loaded, which is once for many test files.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(cleanup);
afterEach(closeApps);
