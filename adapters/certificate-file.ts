import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { StartupError } from './startup-error.ts';

/**
 * Reads a PEM certificate file.
 * @param setting setting that contains the path, for the error message
 * @throws StartupError when the file does not exist, cannot be read or contains no certificate
 */
export async function readCertificateFile(file: string, setting: string): Promise<Buffer> {
  const content = await readConfiguredFile(file, setting);
  try {
    new X509Certificate(content);
  } catch {
    throw new StartupError(`The file ${file}, ${setting}, contains no certificate in PEM format.`);
  }
  return content;
}

/**
 * Reads a file whose path is in a setting.
 * @throws StartupError when the file does not exist or cannot be read
 */
export const readConfiguredFile = (file: string, setting: string): Promise<Buffer> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read: ${error.code}`;
    throw new StartupError(`The file ${file}, ${setting}, ${reason}.`, error);
  });
