import { PasswordsOverloaded } from '../../domain/ports/passwords.ts';
import { createPasswords } from './passwords.ts';

test('limits waiting passwords to 25 per network and 200 in all', async () => {
  const { hash, verify } = createPasswords({ memoryCost: 8, timeCost: 1 });
  const kept = await hash('Sup3rSecret');
  const refusedOf = async (count: number, groupOf: (n: number) => string): Promise<number> => {
    const asked = Array.from({ length: count }, (_, n) =>
      n % 2 ? hash(`Sup3r${n}`, groupOf(n)) : verify('Sup3rSecret', kept, groupOf(n)),
    );
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const reason of refused) expect(reason).toBeInstanceOf(PasswordsOverloaded);
    return refused.length;
  };
  // Two are being hashed and do not wait.
  expect(await refusedOf(50, () => '198.51.100.0/24')).toBe(50 - 25 - 2);
  expect(await refusedOf(250, (n) => `203.0.${n % 25}.0/24`)).toBe(250 - 200 - 2);
  expect([
    await verify('Sup3rSecret', kept),
    await verify('Wr0ngOne', kept),
    await verify('Sup3rSecret', null),
  ]).toEqual([true, false, false]);
});
