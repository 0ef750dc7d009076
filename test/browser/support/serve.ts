import { createTemporaryFolder, findFreePort, startKindra } from '../../support/kindra-process.ts';

/** Starts Kindra with its own data folder; returns a function that stops it after the journeys. */
export default async function serve(): Promise<() => Promise<void>> {
  const folder = await createTemporaryFolder();
  const port = await findFreePort();
  // Journeys set their client address with X-Forwarded-For.
  const kindra = startKindra(folder.path, port, [], { TRUSTED_PROXIES: '127.0.0.1,::1' });
  const stopAtExit = () => kindra.child.kill('SIGTERM');
  process.once('exit', stopAtExit);
  await kindra.waitForOutput('Kindra is ready at');
  process.env.KINDRA_TEST_URL = `http://localhost:${port}`;
  return async () => {
    kindra.child.kill('SIGTERM');
    await kindra.ended;
    process.off('exit', stopAtExit);
    await folder.remove();
  };
}
