import { PassThrough } from 'node:stream';
import { createLogger } from '../../adapters/logger.ts';

const captureLog = (write: (logger: ReturnType<typeof createLogger>) => void): string => {
  const stream = new PassThrough();
  write(createLogger('info', stream));
  return String(stream.read());
};

test('writes JSON lines unless the output is a terminal', () => {
  const line = JSON.parse(captureLog((logger) => logger.info({ path: '/posts' }, 'answered')));
  expect(line).toMatchObject({ level: 'info', path: '/posts', msg: 'answered' });
});

test('redacts secrets at any depth', () => {
  const text = captureLog((logger) => {
    logger.info({
      url: '/live?token=S1&x=1',
      headers: { authorization: 'Bearer S2', cookie: 'S3' },
      body: { nickname: 'ada', password: 'S4', nested: [{ refreshToken: 'S5' }] },
      err: new Error('no answer of postgres://me:S6@host/kindra', {
        cause: new Error('code=1&access_token=S7'),
      }),
    });
  });
  expect(text).not.toMatch(/S[1-7]/);
  expect(text).toContain('ada');
  expect(text).toContain('no answer of postgres://me:');
});

test('logs only the plain fields of an error, without the row of a database error', () => {
  const detail = 'Failing row contains (a private text).';
  const error = Object.assign(new Error('gone'), { code: '57P01', client: { socket: {} }, detail });
  const { err } = JSON.parse(captureLog((logger) => logger.warn({ err: error })));
  expect(err).toMatchObject({ type: 'Error', message: 'gone', code: '57P01' });
  expect(err).not.toHaveProperty('client');
  expect(err).not.toHaveProperty('detail');
});
