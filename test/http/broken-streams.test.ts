import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import * as contract from '../../contract/crowdfunding.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { createHandler } from '../../domain/handle.ts';
import { removeEvent } from '../support/truncate-log.ts';
import { buyCoins, createActiveCrowdfunding } from './support/coins.ts';
import { registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi({
  // Nothing is cached, so that every command folds its stream from the start.
  adapt: (foundation) => {
    const { rawLog, vault } = foundation;
    const log = createEncryptedLog(rawLog, { catalogue: eventCatalogue, vault });
    return { ...foundation, handler: createHandler({ log, cacheSize: 0, versions: eventCatalogue }) };
  },
});

test.each([
  ['its first', 0, 1],
  ['a middle', 1, 2],
])(
  'returns 500 and logs the stream and revisions when a wallet lacks %s event',
  async (_name, missingRevision, nextRevision) => {
    const creator = await registerNewUser(client);
    const donor = await registerNewUser(client);
    const crowdfundingId = await createActiveCrowdfunding(api, creator.dataUser.id);
    const donate = (amount: number) =>
      client.send(contract.donate, {
        token: donor.token,
        params: { crowdfundingId },
        query: { amount },
      });
    await buyCoins(api, client, donor.token, 100);
    expect((await donate(60)).status).toBe(200);
    expect((await donate(10)).status).toBe(200);
    const stream = `wallet-${donor.dataUser.id}`;
    await removeEvent(api.database.url, stream, missingRevision);

    const { status, body } = await donate(30);

    expect([status, body.code]).toEqual([500, 'INTERNAL_ERROR']);
    const logMessage = `stream ${stream} has no event of revision ${missingRevision}: the next one is ${nextRevision}`;
    expect(api.logLines.filter((line) => line.includes(logMessage))).toHaveLength(1);
    expect(await api.foundation.rawLog.readStream(stream)).toHaveLength(2);
  },
);
