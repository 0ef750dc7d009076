import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { WebSocket } from 'ws';
import { CHROMIUM } from '../browser/support/chromium.ts';
import {
  absoluteRow,
  type Benchmark,
  type BenchmarkEnvironment,
  type BenchmarkRow,
  median,
  percentile,
} from './harness.ts';
import { BENCHMARK_SECRET, type LiveAccount, makeAccounts } from './live-accounts.ts';
import { closeSockets, openSockets } from './messages-load.ts';
import { converse } from './messages-reads.ts';
import { startServerProcess } from './server-process.ts';

const MESSAGES = 10_000;
/** Messages that arrive while somebody types. */
const PER_SECOND = 10;
/** Between two letters of somebody who types fast. */
const LETTER_MS = 60;
/** What people still take for at once. */
const MOST_MS = 100;
const TEXT =
  'Is the owl still there, and does it fly again? I would come by on Sunday, if that is all right. ';

/** A page of the account, in which the conversation with the other is open. */
async function openChat(
  browser: Browser,
  port: number,
  { id, token }: LiveAccount,
  other: LiveAccount,
): Promise<Page> {
  const address = `http://127.0.0.1:${port}`;
  const dataUser = { id, profileName: 'Somebody', nickname: 'bench0', role: 'USER' };
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  const session = { token, expiration, userData: JSON.stringify(dataUser) };
  const context = await browser.newContext({ locale: 'en-GB' });
  await context.addInitScript(`Object.assign(localStorage, ${JSON.stringify(session)})`);
  const page = await context.newPage();
  await page.goto(`${address}/conversations/${other.id}`);
  await page.getByText(`Message number ${MESSAGES - 1},`).waitFor();
  return page;
}

/** How long each letter takes from the key to the picture, in milliseconds. */
async function typingTimes(page: Page, text: string): Promise<readonly number[]> {
  const box = page.getByRole('textbox', { name: 'Write a message' });
  await box.fill('');
  await box.click();
  await page.evaluate(`
    window.typed = [];
    document.querySelector('textarea').oninput = ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => window.typed.push(performance.now() - timeStamp)));
  `);
  await box.pressSequentially(text, { delay: LETTER_MS });
  await page.waitForFunction(`window.typed.length === ${text.length}`);
  return page.evaluate<number[]>('window.typed');
}

/** Types while the other writes. */
async function typeWhile(page: Page, socket: WebSocket, receiverId: string, text: string) {
  let sent = 0;
  const writing = setInterval(() => {
    sent += 1;
    socket.send(JSON.stringify({ receiverId, content: `Meanwhile ${sent}: the dog wants its walk.` }));
  }, 1_000 / PER_SECOND);
  const times = await typingTimes(page, text).finally(() => clearInterval(writing));
  await page.getByText(`Meanwhile ${sent}:`).waitFor();
  return times;
}

async function run({ freshDatabase, quick, note }: BenchmarkEnvironment): Promise<readonly BenchmarkRow[]> {
  if (!existsSync(fileURLToPath(new URL('../../web/dist/index.html', import.meta.url))))
    throw new Error('There is no web client yet: run npm run build first.');
  const text = quick ? TEXT : TEXT.repeat(3);
  const database = await freshDatabase();
  const [ana, ben] = (await makeAccounts(database, 2)) as [LiveAccount, LiveAccount];
  note(`a conversation of ${MESSAGES} messages`);
  await converse(database, [ana, ben], MESSAGES);
  const server = await startServerProcess('live-server.ts', database.url, BENCHMARK_SECRET);
  const browser = await chromium.launch(CHROMIUM);
  const [socket] = (await openSockets(server.port, [ben.token])) as [WebSocket];
  try {
    const page = await openChat(browser, server.port, ana, ben);
    note(`typing ${text.length} letters, alone and while ${PER_SECOND} messages a second arrive`);
    const alone = await typingTimes(page, text);
    const busy = await typeWhile(page, socket, ana.id, text);
    const row = (what: string, rate: number, limit: number): BenchmarkRow => ({
      ...absoluteRow({ what: `a letter in a chat, ${what}`, rate, unit: 'ms', atMost: MOST_MS }),
      limitName: 'while nothing arrives',
      limit,
    });
    return [
      row(`${PER_SECOND} messages a second arriving: median`, median(busy), median(alone)),
      row('p99', percentile(busy, 0.99), percentile(alone, 0.99)),
    ];
  } finally {
    await closeSockets([socket]);
    await browser.close();
    await server.close();
    await database.drop();
  }
}

/** How smoothly somebody types in a long conversation while messages arrive, from the key to the picture. */
export const typingBenchmark: Benchmark = { name: 'typing', run };
