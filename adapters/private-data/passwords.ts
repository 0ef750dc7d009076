import { hash, type Options, verify } from '@node-rs/argon2';
import { type Passwords, PasswordsOverloaded } from '../../domain/ports/passwords.ts';
import { createFairTurns } from '../fair-turns.ts';

/** Costs of argon2id. By default those that OWASP asks for: 19 MiB, two passes, one lane. */
export type PasswordCosts = Pick<Options, 'memoryCost' | 'timeCost'>;

/** Passwords that are hashed at a time: they share the threads of Node with pictures and files. */
const AT_ONCE = 2;
/** Passwords that wait: the last of them for some seconds. */
const MAX_WAITING = 200;
const MAX_WAITING_PER_GROUP = 25;

/** Hashes passwords with argon2id. */
export function createPasswords(costs: PasswordCosts = {}): Passwords {
  const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, ...costs };
  const turns = createFairTurns({
    concurrency: AT_ONCE,
    maxWaiting: MAX_WAITING,
    maxWaitingPerGroup: MAX_WAITING_PER_GROUP,
    overloaded: () => new PasswordsOverloaded(),
  });
  const nobodys = hash('no password has this form', options);
  return {
    hash: (password, group = '') => turns.take(group, () => hash(password, options)),
    fits: (password, passwordHash, group = '') =>
      turns.take(group, async () => {
        const fitting = await verify(passwordHash ?? (await nobodys), password);
        return fitting && passwordHash !== null;
      }),
  };
}
