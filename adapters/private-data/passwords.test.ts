import { PasswordsOverloaded } from '../../domain/ports/passwords.ts';
import { createPasswordHasher } from './passwords.ts';

test('limits waiting passwords to 25 per network and 200 in all', async () => {
  const { hash, verify } = createPasswordHasher({ memoryCost: 8, timeCost: 1 });
  const storedHash = await hash('Sup3rSecret');
  const countRefused = async (count: number, getGroup: (n: number) => string): Promise<number> => {
    const attempts = Array.from({ length: count }, (_, n) =>
      n % 2 ? hash(`Sup3r${n}`, getGroup(n)) : verify('Sup3rSecret', storedHash, getGroup(n)),
    );
    const outcomes = await Promise.allSettled(attempts);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const reason of refusals) expect(reason).toBeInstanceOf(PasswordsOverloaded);
    return refusals.length;
  };
  // Two passwords are being hashed and do not wait.
  expect(await countRefused(50, () => '198.51.100.0/24')).toBe(50 - 25 - 2);
  expect(await countRefused(250, (n) => `203.0.${n % 25}.0/24`)).toBe(250 - 200 - 2);
  expect([
    await verify('Sup3rSecret', storedHash),
    await verify('Wr0ngOne', storedHash),
    await verify('Sup3rSecret', null),
  ]).toEqual([true, false, false]);
});

test('compares a password without a stored hash with a hash of the same costs', async () => {
  // Argon2 refuses this memory cost, which only a hash with these costs reveals.
  const { verify } = createPasswordHasher({ memoryCost: 1 });
  await expect(verify('Sup3rSecret', null)).rejects.toThrow(/memory/i);
});

test.each([
  ['composed', 'decomposed', 'NFC', 'NFD'],
  ['decomposed', 'composed', 'NFD', 'NFC'],
] as const)(
  'verifies a hash of %s letters with %s letters',
  async (_hashed, _typed, hashedForm, typedForm) => {
    const { hash, verify } = createPasswordHasher({ memoryCost: 8, timeCost: 1 });
    const storedHash = await hash('Contraseña42'.normalize(hashedForm));
    expect(await verify('Contraseña42'.normalize(typedForm), storedHash)).toBe(true);
  },
);
