import { hash, type Options, verify } from '@node-rs/argon2';
import { normalizeText } from '../../domain/kernel/text.ts';
import { type Passwords, PasswordsOverloaded } from '../../domain/ports/passwords.ts';
import { createFairQueue } from '../fair-queue.ts';

/** Cost parameters for argon2id. Default: the OWASP recommendation of 19 MiB, two passes and one lane. */
export type PasswordCosts = Pick<Options, 'memoryCost' | 'timeCost'>;

/** Concurrent hashes. They share Node's thread pool with pictures and files. */
const MAX_CONCURRENT = 2;
/** Maximum number of waiting passwords. The last one waits a few seconds. */
const MAX_WAITING = 200;
const MAX_WAITING_PER_GROUP = 25;

/** Creates a password hasher that uses argon2id. */
export function createPasswordHasher(costs: PasswordCosts = {}): Passwords {
  const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, ...costs };
  const queue = createFairQueue({
    concurrency: MAX_CONCURRENT,
    maxWaiting: MAX_WAITING,
    maxWaitingPerGroup: MAX_WAITING_PER_GROUP,
    createOverloadError: () => new PasswordsOverloaded(),
  });
  const dummyHash = hash('no password has this form', options);
  return {
    hash: (password, group = '') => queue.run(group, () => hash(normalizeText(password), options)),
    verify: (password, passwordHash, group = '') =>
      queue.run(group, async () => {
        const isMatch = await verify(passwordHash ?? (await dummyHash), normalizeText(password));
        return isMatch && passwordHash !== null;
      }),
  };
}
