import { type ListeningServer, listen } from '../../api/http/server.ts';

const failures: Error[] = [];
let listeningServer: ListeningServer;

beforeAll(async () => {
  listeningServer = await listen('127.0.0.1', 0, (error) => failures.push(error));
});
afterAll(() => listeningServer.close());

test('a connection that cannot be accepted does not end the process', async () => {
  const { server, port, setRequestListener } = listeningServer;
  setRequestListener((_request, response) => response.end('still here'));
  const error = new Error('accept EMFILE');
  server.emit('error', error);
  expect(failures).toEqual([error]);
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('still here');
});
