import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';
import type { Language } from '../kernel/language.ts';
import type { QueuedEmail } from './email.ts';

/** A data export, which the account's owner can download as a ZIP file. */
export interface DataExport {
  readonly id: Uuid;
  readonly accountId: AccountId;
  /** Language of the email sent when the file is ready. */
  readonly language: Language;
  readonly state: 'waiting' | 'ready';
  readonly createdAt: Instant;
  /** Number of entries written so far, out of `total`. Both are 0 until a worker starts. */
  readonly done: number;
  readonly total: number;
  /** File size; null until the file is ready. */
  readonly bytes: number | null;
  /** When the file will be deleted; null until it is ready. */
  readonly expiresAt: Instant | null;
}

/** Account data that is not in the read models. */
export interface AccountRecord {
  readonly username: string | null;
  readonly email: string;
  readonly name: string;
  readonly surnames: string;
  readonly birthdate: string | null;
  readonly gender: string | null;
  readonly website: string | null;
  readonly registrationNumber: string | null;
}

/** A variant of a picture that an account uploaded. */
export interface OwnPicture {
  /** File name that starts with the id of the picture's campaign, animal or post. */
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** A claimed request, with its data and a function that writes the file. */
export interface ExportWork {
  readonly request: DataExport;
  readonly account: AccountRecord;
  readonly readPictures: () => AsyncIterable<OwnPicture>;
  readonly reportProgress: (done: number, total: number) => Promise<void>;
  /** Appends to the file. The file is stored only if the work succeeds. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
}

/** Data exports of accounts. An account has at most one; a new request replaces it. */
export interface DataExports {
  /** Requests a data export. Returns the existing request if one is pending. */
  readonly request: (
    request: Pick<DataExport, 'id' | 'accountId' | 'language' | 'createdAt'>,
  ) => Promise<DataExport>;
  /** Returns an account's data export, or null if there is none or it has expired. */
  readonly find: (accountId: AccountId, now: Instant) => Promise<DataExport | null>;
  /**
   * Claims a due request and runs the work for it. No other process runs it at the same time. If the process dies,
   * another process starts the work from the beginning. If the work fails, the request is due again after a pause.
   * @param work writes the file, and returns its expiry time and the email that announces it
   * @returns false if no request is due
   */
  readonly work: (
    work: (claimed: ExportWork) => Promise<{ readonly expiresAt: Instant; readonly email: QueuedEmail }>,
  ) => Promise<boolean>;
  /** Reads an account's file in chunks. Returns null if it does not exist or has expired. */
  readonly readFile: (
    accountId: AccountId,
    id: Uuid,
    now: Instant,
  ) => Promise<{ readonly bytes: number; readonly chunks: AsyncIterable<Uint8Array> } | null>;
  readonly sweep: (now: Instant) => Promise<void>;
}
