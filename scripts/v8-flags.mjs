/**
 * Sets V8 flags for the API and the workers. Must be imported before their code, for its side effect.
 *
 * V8 observes which objects survive garbage collections and allocates similar objects in the old generation. After a
 * burst of requests, it does so even for rows and events that live for only milliseconds. Until the next full
 * collection, they retain the objects that they reference, and each minor collection takes several times as long
 * (docs/performance.md).
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--no-allocation-site-pretenuring');
