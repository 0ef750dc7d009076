import { cleanup } from '@testing-library/react';

// Testing Library does this when it is loaded, which is once for many test files.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(cleanup);
