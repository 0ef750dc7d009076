const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'it exists already',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is not a folder',
};

/** Describes a file system error in one sentence. Returns undefined for errors without a path. */
export const describeFileError = ({
  code = '',
  path,
  message,
}: NodeJS.ErrnoException): string | undefined => {
  if (!path) return undefined;
  if (code === 'EROFS') return `${path} cannot be written: the disk is read-only.`;
  return `${path} cannot be used: ${REASONS[code] ?? message}.`;
};
