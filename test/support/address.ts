import type { Call } from '../../contract/call.ts';

/** Returns the URL path for a call, with its parameters and query string. Omits undefined query values. */
export function buildPath(
  { path }: Pick<Call, 'path'>,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const searchParams = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) searchParams.set(name, String(value));
  return searchParams.size > 0 ? `${filledPath}?${searchParams}` : filledPath;
}
