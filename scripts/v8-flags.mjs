/**
 * Sets the flags of V8 for the API and the workers. Imported for its effect, before their code.
 *
 * V8 observes which objects survive garbage collections and creates similar ones in the old generation. After a burst of
 * requests, it does so with rows and events that live for milliseconds. They keep what they refer to until the next full
 * collection, and each minor collection takes several times as long (docs/performance.md).
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--no-allocation-site-pretenuring');
