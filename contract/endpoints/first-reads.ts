/** A response embedded in the HTML page, so that the first screen needs no further requests. */
export interface FirstRead {
  readonly name: string;
  /** Arguments that the client passes to the endpoint; undefined if it takes none. */
  readonly args: object | undefined;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Id of the HTML element that contains the first reads as JSON. */
export const FIRST_READS_ID = 'first-reads';

/** Name of a cookie that marks browsers with a session. Pages for these browsers embed no API responses. */
export const SIGNED_IN_COOKIE = 'signed-in';
