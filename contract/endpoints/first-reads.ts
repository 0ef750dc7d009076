/** A response that is part of the HTML page, so that the first screen needs no further request. */
export interface FirstRead {
  /** Name of the endpoint. */
  readonly name: string;
  /** Arguments of the endpoint in the client; undefined when it takes none. */
  readonly args: object | undefined;
  /** Path and query of the request. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Id of the element with the first reads, as JSON. */
export const FIRST_READS_ID = 'first-reads';

/** Name of the cookie that browsers with a session have. Their pages contain no responses to visitors. */
export const SIGNED_IN_COOKIE = 'signed-in';
