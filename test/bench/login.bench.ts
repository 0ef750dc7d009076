import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { absoluteRow, type Benchmark, type BenchmarkRow, percentile } from './harness.ts';
import { startServerProcess } from './server-process.ts';

const PEOPLE = 20;
const PASSWORD = 'Passw0rdOf1';
/** Attackers at a time, all in 127.0.1.0/24. Each waits so long after a refusal for lack of capacity. */
const ATTACKERS = 150;
const ATTACKER_PAUSE_MS = 500;
const ATTACKER_ADDRESSES = 250;
/** Logins of others, one after another, each from a network of its own. */
const LOGINS = { quick: 20, thorough: 60 };
const LOGIN_PAUSE_MS = 100;
const GOAL_MS = 1_000;

interface Answer {
  readonly status: number;
  readonly ms: number;
}

/** Posts JSON from one of the addresses of this machine. */
async function post(agent: Agent, port: number, path: string, from: string, body: object): Promise<Answer> {
  const started = performance.now();
  const sent = request({
    agent,
    host: '127.0.0.1',
    port,
    path,
    localAddress: from,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
  });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode ?? 0, ms: performance.now() - started };
}

const networkAddress = (n: number): string => `127.0.${10 + (n % 200)}.1`;

async function register(agent: Agent, port: number): Promise<readonly string[]> {
  const usernames = Array.from({ length: PEOPLE }, (_, n) => `person${n}x${randomUUID().slice(0, 4)}`);
  for (const [n, username] of usernames.entries()) {
    const { status } = await post(agent, port, '/api/register/USER', networkAddress(n), {
      profileData: { username, password: PASSWORD, email: `${username}@example.org` },
      personalData: { name: 'Somebody', surnames: 'of Ours', birthdate: '1990-05-17', gender: 'O' },
    });
    if (status !== 200) throw new Error(`registering answered ${status}`);
  }
  return usernames;
}

/** Logs others in, one after another; resolves with their answers. */
async function logInOthers(
  agent: Agent,
  port: number,
  usernames: readonly string[],
  logins: number,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let n = 0; n < logins; n += 1) {
    const username = usernames[n % usernames.length];
    answers.push(await post(agent, port, '/api/login', networkAddress(n), { username, password: PASSWORD }));
    await delay(LOGIN_PAUSE_MS);
  }
  return answers;
}

/** Floods logins from one network until it is stopped; `stop` resolves with the number of answers by status. */
function attack(agent: Agent, port: number): { readonly stop: () => Promise<ReadonlyMap<number, number>> } {
  const statuses = new Map<number, number>();
  let isOver = false;
  let sent = 0;
  async function attacker(): Promise<void> {
    while (!isOver) {
      sent += 1;
      const from = `127.0.1.${1 + (sent % ATTACKER_ADDRESSES)}`;
      const body = { username: `nobody${sent}`, password: PASSWORD };
      const { status } = await post(agent, port, '/api/login', from, body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 400) await delay(ATTACKER_PAUSE_MS);
    }
  }
  const attackers = Array.from({ length: ATTACKERS }, attacker);
  return {
    async stop() {
      isOver = true;
      await Promise.all(attackers);
      return statuses;
    },
  };
}

function rowsOf(when: string, answers: readonly Answer[]): readonly BenchmarkRow[] {
  const successes = answers.filter(({ status }) => status === 200);
  const times = answers.map(({ ms }) => ms);
  return [
    absoluteRow({
      what: `logins of others that succeed, ${when}`,
      rate: (100 * successes.length) / answers.length,
      unit: '%',
      atLeast: 100,
    }),
    absoluteRow({ what: `their latency, ${when}, p50`, rate: percentile(times, 0.5), unit: 'ms' }),
    absoluteRow({
      what: `their latency, ${when}, p95`,
      rate: percentile(times, 0.95),
      unit: 'ms',
      atMost: GOAL_MS,
    }),
  ];
}

/** Logins of others while one network floods logins, beside logins without a flood. */
export const loginBenchmark: Benchmark = {
  name: 'login',
  async run({ freshDatabase, quick, note }) {
    const database = await freshDatabase();
    const server = await startServerProcess('live-server.ts', database.url, randomUUID());
    const agent = new Agent({ keepAlive: false });
    try {
      const logins = quick ? LOGINS.quick : LOGINS.thorough;
      const usernames = await register(agent, server.port);
      const calm = await logInOthers(agent, server.port, usernames, logins);
      const flood = attack(agent, server.port);
      const attacked = await logInOthers(agent, server.port, usernames, logins);
      const statuses = [...(await flood.stop())].map(([status, count]) => `${count} × ${status}`);
      note(`answers to the attackers: ${statuses.join(', ')}`);
      return [...rowsOf('in calm', calm), ...rowsOf('while one network floods logins', attacked)];
    } finally {
      agent.destroy();
      await server.close();
      await database.drop();
    }
  },
};
