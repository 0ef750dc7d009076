import { CannotStart } from '../adapters/cannot-start.ts';

type SystemError = NodeJS.ErrnoException & {
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
};

const FULL = /No space left on device|ENOSPC/;

const unknownName = ({ hostname }: SystemError): string =>
  `No machine named ${hostname} can be found; set HOST to an address or a name of this one.`;

const PLAIN: Readonly<Record<string, (error: SystemError) => string>> = {
  EADDRINUSE: ({ port }) => `Port ${port} is taken; set PORT to a free one.`,
  EADDRNOTAVAIL: ({ address }) => `This machine has no address ${address}; set HOST to one that it has.`,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
  EACCES: ({ path, port }) =>
    path ? `${path} cannot be used: permission denied.` : `Port ${port} cannot be used: permission denied.`,
  EROFS: ({ path }) => `${path} cannot be written: the disk is read-only.`,
  ENOSPC: () => 'There is no space left on the disk.',
  // PostgreSQL SQLSTATE disk_full.
  '53100': () => 'There is no space left on the disk of the database.',
};

/** Describes other file errors. */
const aboutFile = ({ path, message }: SystemError): string | undefined =>
  path ? `${path} cannot be used: ${message}.` : undefined;

/** Describes an error for the operator: one sentence if it is expected, otherwise all details. */
export const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (FULL.test(error.message)) return 'There is no space left on the disk.';
  if (error instanceof CannotStart) return error.message;
  const plain = PLAIN[(error as SystemError).code ?? '']?.(error) ?? aboutFile(error);
  return plain ?? `Kindra could not start: ${error.stack ?? error.message}`;
};
