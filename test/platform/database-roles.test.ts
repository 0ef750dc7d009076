import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { composeSystem, type System } from '../../adapters/compose.ts';
import { parseSettings } from '../../adapters/config.ts';
import { openDatabase } from '../../adapters/database.ts';
import { APP_ROLE } from '../../adapters/database-roles.ts';
import { startEmbeddedPostgres } from '../../adapters/embedded-postgres/server.ts';
import { createLogger } from '../../adapters/logger.ts';
import { migrate } from '../../adapters/migrate.ts';
import { postDecider } from '../../domain/posts/decide.ts';
import { rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import { projections } from '../../projections/registry.ts';
import { createDatabase, getTestServerUrl, type TestDatabase } from '../support/database.ts';
import { TOKEN_SECRET } from '../support/environment.ts';
import { createTemporaryFolder } from '../support/kindra-process.ts';

const PERMISSION_DENIED = { code: '42501' };

/** SQL statements that try to change the history in the log or to disable its protection. */
const ATTACKS = [
  `UPDATE log.events SET type = 'X'`,
  'DELETE FROM log.events',
  'TRUNCATE log.events',
  'ALTER TABLE log.events DISABLE TRIGGER events_never_change',
  'DROP TRIGGER events_never_change ON log.events',
  'ALTER TABLE log.events RENAME TO hidden',
  'DROP TABLE log.events',
  'DROP SCHEMA log CASCADE',
  `INSERT INTO log.events (position, stream, revision, id, type, data, metadata, hash)
     VALUES (99, 's', 0, gen_random_uuid(), 'X', '{}', '{}', '')`,
  'UPDATE log.identity SET id = gen_random_uuid()',
  'CREATE TABLE log.mine (id int)',
  `CREATE OR REPLACE FUNCTION log.refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
  'SET session_replication_role = replica',
  'SET ROLE OWNER_ROLE',
];

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};

const getOwnerRole = (ownerUrl: string): string => `"${new URL(ownerUrl).username}"`;

const openSystem = (url: string, ownerUrl: string): Promise<System> =>
  composeSystem(
    parseSettings({ DATABASE_URL: url, MIGRATION_DATABASE_URL: ownerUrl, TOKEN_SECRET, LOG_LEVEL: 'silent' }),
    createLogger('silent'),
    { role: 'system', canAttach: true },
  );

/** Executes a command that appends one event. */
async function publishPost({ handler, ids, clock }: System): Promise<void> {
  const postId = ids.next();
  const authorId = ids.next();
  const context = {
    commandId: postId,
    correlationId: postId,
    actor: { kind: 'account', id: authorId } as const,
    occurredAt: clock.now(),
  };
  const command = { type: 'PublishPost', postId, authorId, text: 'Hello', parentId: null } as const;
  expect(await handler.handle(postDecider, postId, command, context)).toMatchObject({ accepted: true });
}

/** Expects that the processes' database role can append and rebuild, and that every attack is denied. */
async function expectRestrictedAccess(url: string, ownerUrl: string): Promise<void> {
  const system = await openSystem(url, ownerUrl);
  const attacker = await connect(url);
  try {
    await publishPost(system);
    for (const projection of projections.filter(({ name }) => ['posts', 'profiles'].includes(name)))
      expect((await rebuild({ ...system, projection })).equal).toBe(true);
    for (const attack of ATTACKS) {
      const statement = attack.replace('OWNER_ROLE', getOwnerRole(ownerUrl));
      await expect(attacker.query(statement).then(() => statement)).rejects.toMatchObject(PERMISSION_DENIED);
    }
    expect(await system.log.head()).toBe(1);
  } finally {
    await attacker.end();
    await system.close();
  }
}

describe('the role of the processes', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(() => database.drop());

  test('can append and rebuild, but not change or delete events, disable the trigger or own the log', async () => {
    await expectRestrictedAccess(database.url, database.ownerUrl);
  }, 180_000);

  test('receives privileges on tables and functions of later migrations', async () => {
    await database.pool.query(`
      CREATE SCHEMA later;
      CREATE TABLE later.things (id int GENERATED ALWAYS AS IDENTITY, number serial);
      CREATE TABLE read.later_things (id int);
      CREATE FUNCTION log.append(text) RETURNS text LANGUAGE sql
        AS $$ UPDATE log.identity SET id = id; SELECT current_user::text $$;`);
    const pool = await connect(database.url);
    try {
      await expect(pool.query('SELECT FROM later.things')).rejects.toMatchObject(PERMISSION_DENIED);
      await migrate(database.ownerUrl, APP_ROLE);
      await pool.query('INSERT INTO later.things DEFAULT VALUES; DROP TABLE read.later_things');
      const { rows } = await pool.query(`SELECT log.append('x') AS ran_as`);
      expect(rows).toEqual([{ ran_as: new URL(database.ownerUrl).username }]);
      await database.pool.query('CREATE TABLE later.more (id int); CREATE TABLE log.more (id int)');
      await pool.query('INSERT INTO later.more VALUES (1); SELECT FROM log.more');
      await expect(pool.query('INSERT INTO log.more VALUES (1)')).rejects.toMatchObject(PERMISSION_DENIED);
    } finally {
      await pool.end();
    }
  });

  test('warns at the start when it owns the log, and is silent otherwise', async () => {
    const collectWarnings = async (url: string): Promise<readonly string[]> => {
      const lines: string[] = [];
      const logger = createLogger('silent');
      logger.warn = ((_: unknown, message?: string) => lines.push(message ?? '')) as typeof logger.warn;
      const settings = parseSettings({ DATABASE_URL: url, TOKEN_SECRET });
      await (await composeSystem(settings, logger, { role: 'system', canAttach: true })).close();
      return lines;
    };
    expect(await collectWarnings(database.ownerUrl)).toEqual(['database role owns the event log']);
    expect(await collectWarnings(database.url)).toEqual([]);
  });

  test('cannot migrate, and the error names the missing setting', async () => {
    await database.pool.query('DROP TABLE migrations');
    const settings = parseSettings({ DATABASE_URL: database.url, TOKEN_SECRET });
    await expect(openDatabase(settings, { role: 'system', canAttach: true })).rejects.toThrow(
      `The database role ${APP_ROLE} does not own the tables of Kindra: set MIGRATION_DATABASE_URL to a role that does.`,
    );
  });
});

test('the SQL of the runbook separates the roles on another server, also of a database that has one role', async () => {
  const runbook = await readFile(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
  const [, sql = ''] = /```sql\n(CREATE ROLE kindra_owner[^`]+)```/.exec(runbook) ?? [];
  const [, reassignStatement = ''] =
    /```sql\n(REASSIGN OWNED BY kindra TO kindra_owner;)\n```/.exec(runbook) ?? [];
  const name = `roles_${process.pid}`;
  const renamedSql = sql
    .replaceAll('kindra_owner', `${name}_owner`)
    .replaceAll('kindra_app', `${name}_app`)
    .replace(/DATABASE kindra\b/, `DATABASE ${name}`)
    .replaceAll(/PASSWORD '…'/g, `PASSWORD 'secret'`);
  const admin = await connect(getTestServerUrl());
  const createRoleUrl = (role: string): string => {
    const url = new URL(getTestServerUrl());
    return Object.assign(url, { username: role, password: 'secret', pathname: `/${name}` }).href;
  };
  try {
    for (const statement of renamedSql.split(';').filter((text) => text.trim())) await admin.query(statement);
    await admin.query(
      `CREATE ROLE ${name}_old LOGIN PASSWORD 'secret'; GRANT ALL ON DATABASE ${name} TO ${name}_old`,
    );
    const oldClient = await connect(
      Object.assign(new URL(getTestServerUrl()), { pathname: `/${name}` }).href,
    );
    await oldClient.query(`GRANT ALL ON SCHEMA public TO ${name}_old`);
    await migrate(createRoleUrl(`${name}_old`));
    await expect(openSystem(createRoleUrl(`${name}_app`), createRoleUrl(`${name}_owner`))).rejects.toThrow(
      `The database role ${name}_owner does not own the tables of Kindra`,
    );
    await oldClient.query(
      reassignStatement.replace('BY kindra TO kindra_owner', `BY ${name}_old TO ${name}_owner`),
    );
    await oldClient.query(`DROP OWNED BY ${name}_old`);
    await oldClient.end();
    await expectRestrictedAccess(createRoleUrl(`${name}_app`), createRoleUrl(`${name}_owner`));
    expect(await migrate(createRoleUrl(`${name}_owner`), `${name}_app`)).toEqual([]);
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.query(`DROP ROLE IF EXISTS ${name}_owner, ${name}_app, ${name}_old`);
    await admin.end();
  }
}, 180_000);

test('an embedded server with older data creates the roles at its next start', async () => {
  const folder = await createTemporaryFolder();
  const options = { role: 'system', canAttach: false } as const;
  try {
    const embeddedServer = await startEmbeddedPostgres({ folder: folder.path });
    await embeddedServer.ensureDatabase('kindra');
    await migrate(embeddedServer.getUrl('kindra'));
    await embeddedServer.stop();

    const database = await openDatabase(parseSettings({ KINDRA_DATA: folder.path }), options);
    try {
      expect(new URL(database.url).username).toBe(APP_ROLE);
      await expectRestrictedAccess(database.url, database.ownerUrl);
    } finally {
      await database.close();
    }
  } finally {
    await folder.remove();
  }
}, 180_000);
