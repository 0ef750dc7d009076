import { type ListeningServer, listen } from '../../api/http/server.ts';

const failures: Error[] = [];
let listening: ListeningServer;

beforeAll(async () => {
  listening = await listen('127.0.0.1', 0, (error) => failures.push(error));
});
afterAll(() => listening.close());

test('a connection that cannot be accepted does not end the process', async () => {
  const { server, port, setRequestListener: answerWith } = listening;
  answerWith((_request, response) => response.end('still here'));
  const error = new Error('accept EMFILE');
  server.emit('error', error);
  expect(failures).toEqual([error]);
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('still here');
});
