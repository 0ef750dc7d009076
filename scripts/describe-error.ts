import { describeFileError } from '../adapters/describe-file-error.ts';
import { describeDatabaseOutage, describeFullDisk } from '../adapters/describe-outage.ts';
import { StartupError } from '../adapters/startup-error.ts';
import type { SystemError } from '../common/database-errors.ts';

const describeUnknownHost = ({ hostname }: SystemError): string =>
  `No machine named ${hostname} can be found; set HOST to an address or a name of this one.`;

const EXPLANATIONS: Readonly<Record<string, (error: SystemError) => string>> = {
  EADDRINUSE: ({ port }) => `Port ${port} is taken; set PORT to a free one.`,
  EADDRNOTAVAIL: ({ address }) => `This machine has no address ${address}; set HOST to one that it has.`,
  ENOTFOUND: describeUnknownHost,
  EAI_AGAIN: describeUnknownHost,
  EACCES: ({ port }) => `Port ${port} cannot be used: permission denied.`,
};

/** Describes an error for operators: in one sentence if the error is expected, otherwise with all details. */
export const describeError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const fullDisk = describeFullDisk(error);
  if (fullDisk) return fullDisk;
  if (error instanceof StartupError) return error.message;
  return (
    describeFileError(error) ??
    EXPLANATIONS[(error as SystemError).code ?? '']?.(error) ??
    describeDatabaseOutage(error) ??
    `Kindra could not start: ${error.stack ?? error.message}`
  );
};
