import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createClient } from '../http/support/client.ts';
import { registerNewUser } from '../http/support/people.ts';
import { createTemporaryFolder, findFreePort, runKindra } from '../support/kindra-process.ts';
import { isRunning, readPostmasterId } from '../support/postmaster-of.ts';
import { waitUntil } from '../support/wait.ts';

test('prints no token from the URL of a socket or request', async () => {
  const folder = await createTemporaryFolder();
  const port = await findFreePort();
  const kindra = runKindra([process.execPath, 'scripts/start.mjs', '--prepared', '--empty'], {
    KINDRA_DATA: folder.path,
    PORT: `${port}`,
    LOG_LEVEL: 'trace',
  });
  try {
    await kindra.waitForOutput('Kindra is ready at');
    const { token, dataUser } = await registerNewUser(createClient(`http://localhost:${port}`));
    const secret = token.slice(-40);
    for (const queryToken of [token, `${token}x`, `x${secret}`]) {
      const socket = new WebSocket(`ws://localhost:${port}/ws?token=${queryToken}`);
      socket.once('open', () => socket.send(JSON.stringify({ receiverId: dataUser.id, content: 'to me' })));
      await Promise.race([once(socket, 'message'), once(socket, 'close')]);
      socket.terminate();
    }
    const wrongPathSocket = new WebSocket(`ws://localhost:${port}/nowhere?token=${token}`);
    await once(wrongPathSocket, 'error');
    await fetch(`http://localhost:${port}/api/conversation/all?token=${token}`);
    await fetch(`http://localhost:${port}/ws?token=${token}`);
    kindra.child.kill('SIGTERM');
    await kindra.exit;
    expect(kindra.getOutput()).toContain('API listening');
    expect(kindra.getOutput()).not.toContain(secret);
  } finally {
    kindra.child.kill('SIGTERM');
    await kindra.exit;
    const postmasterId = readPostmasterId(folder.path);
    if (postmasterId) await waitUntil(() => !isRunning(postmasterId));
    await folder.remove();
  }
}, 180_000);
