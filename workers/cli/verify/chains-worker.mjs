/** Registers the TypeScript loader in the thread and starts it. */
import { register } from 'tsx/esm/api';

register();
await import('./chains-hashing.ts');
