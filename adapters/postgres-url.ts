/**
 * Parses a PostgreSQL URL. Like pg, accepts a URL with a user and without a host, such as that of a socket:
 * `postgres://kindra@/kindra?host=/run/postgresql`.
 * @throws TypeError if the URL is invalid
 */
export const parsePostgresUrl = (text: string): URL => new URL(text.replace('@/', '@localhost/'));
