import type { Call } from '../../contract/call.ts';

/** Returns the URL path of a call with its parameters and query; undefined query values are omitted. */
export function buildAddress(
  { path }: Pick<Call, 'path'>,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filledPath}?${search}` : filledPath;
}
