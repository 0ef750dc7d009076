import { Command } from 'commander';
import type { System } from '../../../adapters/compose.ts';
import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import type { CommandEnvironment } from '../../../workers/cli/command.ts';
import { addReplay } from '../../../workers/cli/replay.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { appendHistory, createHistory } from '../../support/projections/history.ts';

let database: TestDatabase;
let log: EventLog;

beforeAll(async () => {
  database = await createDatabase();
  log = createPostgresEventLog({ pool: database.pool });
  const steps = Array.from({ length: 300 }, (_, i) => ({
    kind: i * 7,
    actorIndex: i * 13,
    subjectIndex: i * 31,
  }));
  await appendHistory(log, createHistory(steps));
});
afterAll(async () => {
  await log.close();
  await database.drop();
});

/** Creates a terminal that records its output. */
function createTerminal() {
  const [lines, progress]: [string[], string[]] = [[], []];
  const console: CommandEnvironment['console'] = {
    print: (line) => void lines.push(line),
    write: async (text) => void lines.push(text),
    printNote: () => {},
    showProgress: (line) => void progress.push(line),
    ask: async () => true,
  };
  return { console, printed: lines, progress };
}

test('a rebuild reports its progress, its speed and the time left', async () => {
  const { console, printed, progress } = createTerminal();
  const program = new Command();
  addReplay(program, {
    console,
    operator: { kind: 'operator', id: 'tests' },
    signal: new AbortController().signal,
    withSystem: async (work) => {
      expect(await work({ log, pool: database.pool } as System)).toBe(0);
    },
  });
  await program.parseAsync(['node', 'kindra', 'replay', 'posts']);
  expect(progress.length).toBeGreaterThan(0);
  for (const line of progress) expect(line).toMatch(/^posts: \w+ \d+ %, \d+ events\/s(, \d+ s left)?$/);
  expect(progress.some((line) => line.endsWith(' s left'))).toBe(true);
  expect(progress.at(-1)).toContain(' 100 %');
  expect(printed[0]).toMatch(/^posts: rebuilt up to \d+ in \d+\.\d s, \d+ events\/s$/);
});
