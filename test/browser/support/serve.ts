import { freePort, startKindra, temporaryFolder } from '../../support/kindra-process.ts';

/** Starts the whole of Kindra on a folder of its own, and ends it after the journeys. */
export default async function serve(): Promise<() => Promise<void>> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const kindra = startKindra(folder.path, port);
  const stopAtExit = () => kindra.child.kill('SIGTERM');
  process.once('exit', stopAtExit);
  await kindra.prints('Kindra is ready at');
  process.env.KINDRA_TEST_URL = `http://localhost:${port}`;
  return async () => {
    kindra.child.kill('SIGTERM');
    await kindra.ended;
    process.off('exit', stopAtExit);
    await folder.remove();
  };
}
