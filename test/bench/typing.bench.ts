import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import type { WebSocket } from 'ws';
import { CHROMIUM_OPTIONS } from '../browser/support/chromium.ts';
import { exchangeMessages } from './exchange-messages.ts';
import { type Benchmark, type BenchmarkEnvironment, median, percentile } from './harness.ts';
import { launchChromium } from './launch-chromium.ts';
import { BENCHMARK_SECRET, createAccounts, type LiveAccount } from './live-accounts.ts';
import { closeSockets, openSockets } from './messages-load.ts';
import { createRow } from './rows.ts';
import { startServerProcess } from './server-process.ts';

/** Messages that arrive per second during typing. */
const MESSAGES_PER_SECOND = 10;
/** Pause between two keystrokes, in milliseconds. Corresponds to a fast typist. */
const LETTER_MS = 60;
/** Maximum delay that feels instant, in milliseconds. */
const MAX_MS = 100;
const TEXT =
  'Is the owl still there, and does it fly again? I would come by on Sunday, if that is all right. ';

/** Opens the conversation with the other account in a new browser page. */
async function openChat(
  browser: Browser,
  port: number,
  { id, token }: LiveAccount,
  partner: LiveAccount,
  messages: number,
): Promise<Page> {
  const address = `http://127.0.0.1:${port}`;
  const dataUser = { id, profileName: 'Somebody', nickname: 'bench0', role: 'USER' };
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  const session = { token, expiration, userData: JSON.stringify(dataUser) };
  const context = await browser.newContext({ locale: 'en-GB' });
  await context.addInitScript(`Object.assign(localStorage, ${JSON.stringify(session)})`);
  const page = await context.newPage();
  await page.goto(`${address}/conversations/${partner.id}`);
  await page
    .getByRole('log')
    .getByText(`Message number ${messages - 1},`)
    .waitFor();
  return page;
}

/** Types a text. Returns the delay from key press to paint for each letter, in milliseconds. */
async function measureTyping(page: Page, text: string): Promise<readonly number[]> {
  const textbox = page.getByRole('textbox', { name: 'Write a message' });
  await textbox.fill('');
  await textbox.click();
  await page.evaluate(`
    window.typed = [];
    document.querySelector('textarea').oninput = ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => window.typed.push(performance.now() - timeStamp)));
  `);
  await textbox.pressSequentially(text, { delay: LETTER_MS });
  await page.waitForFunction(`window.typed.length === ${text.length}`);
  return page.evaluate<number[]>('window.typed');
}

/** Types a text while the other account sends messages. Returns the measured delays. */
async function typeWhile(page: Page, socket: WebSocket, receiverId: string, text: string) {
  let sentCount = 0;
  const messageTimer = setInterval(() => {
    sentCount += 1;
    socket.send(JSON.stringify({ receiverId, content: `Meanwhile ${sentCount}: the dog wants its walk.` }));
  }, 1_000 / MESSAGES_PER_SECOND);
  const durations = await measureTyping(page, text).finally(() => clearInterval(messageTimer));
  await page.getByText(`Meanwhile ${sentCount}:`).first().waitFor();
  return durations;
}

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  if (!existsSync(fileURLToPath(new URL('../../web/dist/index.html', import.meta.url))))
    throw new Error('There is no web client yet: run npm run build first.');
  const browser = await launchChromium(CHROMIUM_OPTIONS);
  const text = pick({ tiny: TEXT.slice(0, 5), quick: TEXT, standard: TEXT, large: TEXT.repeat(3) });
  const messages = pick({ tiny: 60, quick: 2_000, standard: 10_000 });
  const database = await createDatabase();
  const [ana, ben] = (await createAccounts(database, 2)) as [LiveAccount, LiveAccount];
  note(`a conversation of ${messages} messages`);
  await exchangeMessages(database, [ana, ben], messages);
  const server = await startServerProcess('live-server.ts', database.url, BENCHMARK_SECRET);
  const [socket] = (await openSockets(server.port, [ben.token])) as [WebSocket];
  try {
    const page = await openChat(browser, server.port, ana, ben, messages);
    note(`typing ${text.length} letters, alone and while ${MESSAGES_PER_SECOND} messages a second arrive`);
    const baselineDurations = await measureTyping(page, text);
    const durationsUnderLoad = await typeWhile(page, socket, ana.id, text);
    const createTypingRow = (statistic: string, rate: number, limit: number) =>
      createRow({
        what: `a letter in a chat while ${MESSAGES_PER_SECOND} messages a second arrive: ${statistic}`,
        unit: 'ms',
        rate,
        limitName: 'while nothing arrives',
        limit,
        goal: { atMost: MAX_MS },
      });
    report(
      createTypingRow('median', median(durationsUnderLoad), median(baselineDurations)),
      createTypingRow('p99', percentile(durationsUnderLoad, 0.99), percentile(baselineDurations, 0.99)),
    );
  } finally {
    await closeSockets([socket]);
    await browser.close();
    await server.close();
    await database.drop();
  }
}

/** Delay from key press to paint during typing, in a long conversation in which messages arrive. */
export const typingBenchmark: Benchmark = { name: 'typing', run };
