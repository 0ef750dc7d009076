import { createTokens } from './tokens.ts';

const SESSION = {
  id: '01980000-0000-7000-8000-000000000001',
  accountId: '01980000-0000-7000-8000-000000000002',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-02T00:00:00.000Z',
};

test('accepts a token until its session expires, also when its verification is cached', async () => {
  const { sign, read } = createTokens('a secret of the tests with 32 characters');
  const token = await sign(SESSION);
  const content = await read(token, new Date('2026-01-01T23:59:59.999Z'));
  expect(content).toMatchObject({ sessionId: SESSION.id, accountId: SESSION.accountId });
  expect(await read(token, new Date(SESSION.expiresAt))).toBeNull();
});
