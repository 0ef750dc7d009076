import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createPasswordHasher } from '../../adapters/private-data/passwords.ts';
import { type Benchmark, measureMs, median, percentile } from './harness.ts';
import { type BenchmarkRow, createRow } from './rows.ts';
import { startServerProcess } from './server-process.ts';

const PASSWORD = 'Passw0rdOf1';
/** Time that an attacker waits after a request is rejected because the server is overloaded, in milliseconds. */
const ATTACKER_PAUSE_MS = 500;
const ATTACKER_ADDRESSES = 250;
/** Pause between two measured logins, in milliseconds. Each login comes from a different network. */
const LOGIN_PAUSE_MS = 100;
const MAX_P99_MS = 1_000;

interface LoginResponse {
  readonly status: number;
  readonly ms: number;
}

/** Sends a JSON POST request from one of this machine's IP addresses. */
async function post(
  agent: Agent,
  port: number,
  path: string,
  localAddress: string,
  body: object,
): Promise<LoginResponse> {
  const startedAt = performance.now();
  const outgoing = request({
    agent,
    host: '127.0.0.1',
    port,
    path,
    localAddress,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
  });
  outgoing.end(JSON.stringify(body));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode ?? 0, ms: performance.now() - startedAt };
}

const createNetworkAddress = (n: number): string => `127.0.${10 + (n % 200)}.1`;

async function register(agent: Agent, port: number, people: number): Promise<readonly string[]> {
  const usernames = Array.from({ length: people }, (_, n) => `person${n}x${randomUUID().slice(0, 4)}`);
  for (const [n, username] of usernames.entries()) {
    const { status } = await post(agent, port, '/api/register/USER', createNetworkAddress(n), {
      profileData: { username, password: PASSWORD, email: `${username}@example.org` },
      personalData: { name: 'Somebody', surnames: 'of Ours', birthdate: '1990-05-17', gender: 'O' },
    });
    if (status !== 200) throw new Error(`registering answered ${status}`);
  }
  return usernames;
}

/** Logs in to accounts one after another, each from a different network. Returns the responses. */
async function logInSequentially(
  agent: Agent,
  port: number,
  usernames: readonly string[],
  logins: number,
): Promise<readonly LoginResponse[]> {
  const responses: LoginResponse[] = [];
  for (let n = 0; n < logins; n += 1) {
    const username = usernames[n % usernames.length];
    responses.push(
      await post(agent, port, '/api/login', createNetworkAddress(n), { username, password: PASSWORD }),
    );
    await delay(LOGIN_PAUSE_MS);
  }
  return responses;
}

/** Floods the login endpoint from 127.0.1.0/24 until stopped. `stop` returns the number of responses by status. */
function startAttack(
  agent: Agent,
  port: number,
  count: number,
): { readonly stop: () => Promise<ReadonlyMap<number, number>> } {
  const statuses = new Map<number, number>();
  let isStopped = false;
  let sentCount = 0;
  async function floodLogins(): Promise<void> {
    while (!isStopped) {
      sentCount += 1;
      const localAddress = `127.0.1.${1 + (sentCount % ATTACKER_ADDRESSES)}`;
      const body = { username: `nobody${sentCount}`, password: PASSWORD };
      const { status } = await post(agent, port, '/api/login', localAddress, body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 400) await delay(ATTACKER_PAUSE_MS);
    }
  }
  const attackers = Array.from({ length: count }, floodLogins);
  return {
    async stop() {
      isStopped = true;
      await Promise.all(attackers);
      return statuses;
    },
  };
}

function toRows(
  condition: string,
  responses: readonly LoginResponse[],
  hashMs: number,
): readonly BenchmarkRow[] {
  const successes = responses.filter(({ status }) => status === 200);
  const durations = responses.map(({ ms }) => ms);
  const limit = { unit: 'ms', limitName: 'one password hash', limit: hashMs };
  return [
    createRow({
      what: `logins of others that succeed, ${condition}`,
      unit: '%',
      rate: (100 * successes.length) / responses.length,
      goal: { atLeast: 100 },
    }),
    createRow({ what: `their latency, ${condition}, p50`, rate: percentile(durations, 0.5), ...limit }),
    createRow({
      what: `their latency, ${condition}, p95`,
      rate: percentile(durations, 0.95),
      ...limit,
      goal: { atMost: MAX_P99_MS },
    }),
  ];
}

/** Returns the median time to hash one password on an idle machine, in milliseconds. */
async function measureHash(repetitions: number): Promise<number> {
  const passwords = createPasswordHasher();
  const durations: number[] = [];
  while (durations.length < repetitions) durations.push(await measureMs(() => passwords.hash(PASSWORD)));
  return median(durations);
}

/** Login latency while another network floods the API with logins, compared with the latency without a flood. */
export const loginBenchmark: Benchmark = {
  name: 'login',
  async run({ createDatabase, pick, report, note }) {
    const database = await createDatabase();
    const server = await startServerProcess('live-server.ts', database.url, randomUUID());
    const agent = new Agent({ keepAlive: false });
    try {
      const logins = pick({ tiny: 2, quick: 20, standard: 40, large: 60 });
      const usernames = await register(agent, server.port, pick({ tiny: 2, quick: 20, standard: 20 }));
      const hashMs = await measureHash(pick({ tiny: 2, quick: 10, standard: 20 }));
      report(...toRows('in calm', await logInSequentially(agent, server.port, usernames, logins), hashMs));
      const attack = startAttack(agent, server.port, pick({ tiny: 5, quick: 150, standard: 150 }));
      const responsesUnderAttack = await logInSequentially(agent, server.port, usernames, logins);
      const statuses = [...(await attack.stop())].map(([status, count]) => `${count} × ${status}`);
      note(`answers to the attackers: ${statuses.join(', ')}`);
      report(...toRows('while one network floods logins', responsesUnderAttack, hashMs));
    } finally {
      agent.destroy();
      await server.close();
      await database.drop();
    }
  },
};
