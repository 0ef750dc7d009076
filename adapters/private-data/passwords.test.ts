import { PasswordsOverloaded } from '../../domain/ports/passwords.ts';
import { createPasswords } from './passwords.ts';

test('so many passwords may wait, and no more', async () => {
  const { hash, fits } = createPasswords({ memoryCost: 8, timeCost: 1 });
  const kept = await hash('Sup3rSecret');
  const asked = Array.from({ length: 200 }, (_, n) =>
    n % 2 ? hash(`Sup3r${n}`) : fits('Sup3rSecret', kept),
  );
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(98);
  for (const reason of refused) expect(reason).toBeInstanceOf(PasswordsOverloaded);
  expect([
    await fits('Sup3rSecret', kept),
    await fits('Wr0ngOne', kept),
    await fits('Sup3rSecret', null),
  ]).toEqual([true, false, false]);
});
