import { hash, type Options, verify } from '@node-rs/argon2';
import { type Passwords, PasswordsOverloaded } from '../../domain/ports/passwords.ts';
import { createTurns } from '../turns.ts';

/** Costs of argon2id. By default those that OWASP asks for: 19 MiB, two passes, one lane. */
export type PasswordCosts = Pick<Options, 'memoryCost' | 'timeCost'>;

/** Passwords that are hashed at a time: they share the threads of Node with pictures and files. */
const AT_ONCE = 2;
/** Passwords that may wait, which takes the last of them some seconds. */
const MOST_WAITING = 100;

/** Hashes passwords with argon2id. */
export function createPasswords(costs: PasswordCosts = {}): Passwords {
  const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, ...costs };
  const turns = createTurns(AT_ONCE, MOST_WAITING, () => new PasswordsOverloaded());
  const nobodys = hash('no password has this form', options);
  return {
    hash: (password) => turns.take(() => hash(password, options)),
    fits: (password, passwordHash) =>
      turns.take(async () => {
        const fitting = await verify(passwordHash ?? (await nobodys), password);
        return fitting && passwordHash !== null;
      }),
  };
}
