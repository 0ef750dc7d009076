/** A thread knows no TypeScript by itself: teaches it, and begins. */
import { register } from 'tsx/esm/api';

register();
await import('./chains-hashing.ts');
