import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';
import type { Language } from '../kernel/language.ts';
import type { QueuedMail } from './mail.ts';

/** A copy of an account's data, which its owner downloads as a ZIP file. */
export interface DataExport {
  readonly id: Uuid;
  readonly accountId: AccountId;
  /** Language of the email that announces the file. */
  readonly language: Language;
  readonly state: 'waiting' | 'ready';
  readonly createdAt: Instant;
  /** Number of written entries, of `total`; both are 0 until a worker starts. */
  readonly done: number;
  readonly total: number;
  /** Size of the file; null until it is ready. */
  readonly bytes: number | null;
  /** When the file is deleted; null until it is ready. */
  readonly expiresAt: Instant | null;
}

/** Data of an account that is not in the read models. */
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
  /** Begins with the id of the campaign, animal or post that shows it. */
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** A claimed request, with the source and the destination of its file. */
export interface ExportWork {
  readonly request: DataExport;
  readonly account: AccountRecord;
  readonly readPictures: () => AsyncIterable<OwnPicture>;
  readonly reportProgress: (done: number, total: number) => Promise<void>;
  /** Appends to the file. Nothing is stored unless the work succeeds. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
}

/** Copies of accounts' data. An account has at most one; a new request replaces it. */
export interface DataExports {
  /** Requests a copy. If one is already requested, returns that one. */
  readonly request: (
    request: Pick<DataExport, 'id' | 'accountId' | 'language' | 'createdAt'>,
  ) => Promise<DataExport>;
  /** Returns the copy of an account, null if there is none or it has expired. */
  readonly find: (accountId: AccountId, now: Instant) => Promise<DataExport | null>;
  /**
   * Claims a due request and runs the work in this process only. If the process dies, another one starts again. If the
   * work fails, it is due again after a pause.
   * @param work writes the file, and returns when it expires and the email that announces it
   * @returns false if no request is due
   */
  readonly work: (
    work: (claimed: ExportWork) => Promise<{ readonly expiresAt: Instant; readonly mail: QueuedMail }>,
  ) => Promise<boolean>;
  /** Reads the file of an account in pieces; null if it does not exist or has expired. */
  readonly readFile: (
    accountId: AccountId,
    id: Uuid,
    now: Instant,
  ) => Promise<{ readonly bytes: number; readonly chunks: AsyncIterable<Uint8Array> } | null>;
  readonly sweep: (now: Instant) => Promise<void>;
}
