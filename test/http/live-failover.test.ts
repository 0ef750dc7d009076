import { truncateLog } from '../support/truncate-log.ts';
import { listen } from './support/live.ts';
import { publishPost, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

test('sends every listener a hint to refetch everything when the log loses events, and continues', async () => {
  const { token } = await registerNewUser(client);
  const lastKeptPosition = await api.foundation.rawLog.head();
  const listeners = [await listen(api.url), await listen(api.url, token)];
  await api.stopProjections();
  await publishPost(client, token, 'lost');
  await truncateLog(api.database.url, lastKeptPosition);
  for (const listener of listeners) await listener.waitForHint(({ name }) => name === 'everything-changed');

  await api.startProjections();
  const post = await publishPost(client, token, 'published after the loss');
  for (const listener of listeners)
    await listener.waitForHint(
      ({ name, data }) => name === 'post-published' && 'id' in data && data.id === post.id,
    );
});
