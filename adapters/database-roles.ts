import type pg from 'pg';

/** Database role that processes use on the embedded server and in tests. */
export const APP_ROLE = 'kindra_app';

/**
 * Creates a login role if it does not exist, and sets its password.
 * @param client connected as a server administrator
 */
export const ensureRole = async (client: pg.ClientBase, name: string, password: string): Promise<void> => {
  const role = client.escapeIdentifier(name);
  const existingRole = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  if (existingRole.rowCount === 0) await client.query(`CREATE ROLE ${role} LOGIN`);
  await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)}`);
};

/**
 * Allows a role to read the log, and to append to it only through `log.append`. That function runs with the
 * rights of its owner and a fixed search_path. Also covers functions that later migrations replace.
 */
const GRANT_LOG = `
  EXECUTE format('GRANT USAGE ON SCHEMA log TO %I', app);
  EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA log GRANT SELECT ON TABLES TO %I', app);
  FOR item IN SELECT oid::regclass AS name, oid FROM pg_class
    WHERE relnamespace = 'log'::regnamespace AND relkind = 'r' LOOP
    IF has_table_privilege(app, item.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER') THEN
      EXECUTE format('REVOKE ALL ON %s FROM %I', item.name, app);
    END IF;
    IF NOT has_table_privilege(app, item.oid, 'SELECT') THEN
      EXECUTE format('GRANT SELECT ON %s TO %I', item.name, app);
    END IF;
  END LOOP;
  FOR item IN SELECT oid::regprocedure AS name, oid, prosecdef FROM pg_proc
    WHERE pronamespace = 'log'::regnamespace AND proname = 'append' LOOP
    IF NOT item.prosecdef THEN
      EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = pg_catalog, pg_temp', item.name);
      EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', item.name);
    END IF;
    IF NOT has_function_privilege(app, item.oid, 'EXECUTE') THEN
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', item.name, app);
    END IF;
  END LOOP;`;

/** Allows a role to read and write everything except the log. Also covers schemas from later migrations. */
const GRANT_OTHER_SCHEMAS = `
  FOR space IN SELECT nspname FROM pg_namespace
    WHERE pg_has_role(nspowner, 'USAGE') AND nspname NOT IN ('log', 'public', 'information_schema')
      AND nspname NOT LIKE 'pg\\_%' LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', space, app);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I',
      space, app);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT USAGE ON SEQUENCES TO %I', space, app);
    EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %I TO %I', space, app);
    FOR item IN SELECT class.oid::regclass AS name, class.oid FROM pg_class class
      WHERE relnamespace = quote_ident(space)::regnamespace AND relkind IN ('r', 'p', 'v') LOOP
      IF NOT (has_table_privilege(app, item.oid, 'SELECT') AND has_table_privilege(app, item.oid, 'INSERT')
        AND has_table_privilege(app, item.oid, 'UPDATE') AND has_table_privilege(app, item.oid, 'DELETE')) THEN
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', item.name, app);
      END IF;
    END LOOP;
  END LOOP;
  IF to_regclass('migrations') IS NOT NULL THEN
    EXECUTE format('GRANT SELECT ON migrations TO %I', app);
  END IF;`;

/** Makes a role the owner of the read models, because rebuilds create, swap and drop tables. */
const GRANT_READ_MODELS = `
  FOREACH space IN ARRAY ARRAY['read', 'rebuild'] LOOP
    EXECUTE format('GRANT CREATE ON SCHEMA %I TO %I', space, app);
    FOR item IN SELECT class.oid::regclass AS name FROM pg_class class
      WHERE relnamespace = quote_ident(space)::regnamespace AND relkind = 'r' AND relowner <> quote_ident(app)::regrole LOOP
      EXECUTE format('ALTER TABLE %s OWNER TO %I', item.name, app);
    END LOOP;
  END LOOP;`;

/**
 * Grants a role everything that Kindra needs. The role still cannot change or delete events, disable the trigger that
 * prevents such changes, or own the log tables. Idempotent.
 * @param owner connected as the owner of the tables: a superuser or a member of the owning role
 */
export const grantAppRole = async (owner: pg.ClientBase, role: string): Promise<void> => {
  await owner.query(`
    DO $grant$
    DECLARE
      app name := ${owner.escapeLiteral(role)};
      space name;
      item record;
    BEGIN ${GRANT_LOG} ${GRANT_OTHER_SCHEMAS} ${GRANT_READ_MODELS}
    END $grant$`);
};

/** Returns whether a connection's role owns the events table or is a member of the role that owns it. */
export const isLogOwner = async (client: pg.ClientBase | pg.Pool): Promise<boolean> => {
  const { rows } = await client.query<{ is_owner: boolean }>(
    `SELECT pg_has_role(relowner, 'MEMBER') AS is_owner FROM pg_class WHERE oid = to_regclass('log.events')`,
  );
  return rows[0]?.is_owner ?? false;
};
