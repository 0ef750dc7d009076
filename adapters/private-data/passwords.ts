import { hash, type Options, verify } from '@node-rs/argon2';
import type { Passwords } from '../../domain/ports/passwords.ts';

/** Costs of argon2id. By default those that OWASP asks for: 19 MiB, two passes, one lane. */
export type PasswordCosts = Pick<Options, 'memoryCost' | 'timeCost'>;

/** Hashes passwords with argon2id. */
export function createPasswords(costs: PasswordCosts = {}): Passwords {
  const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, ...costs };
  const nobodys = hash('no password has this form', options);
  return {
    hash: (password) => hash(password, options),
    async fits(password, passwordHash) {
      const fitting = await verify(passwordHash ?? (await nobodys), password);
      return fitting && passwordHash !== null;
    },
  };
}
