import Bowser from 'bowser';
import type { Device } from '../../domain/ports/sessions.ts';

/** Maximum length of a `User-Agent` header that is parsed, in characters. */
const MAX_USER_AGENT_LENGTH = 500;

/** Returns the browser and operating system named in a `User-Agent` header, such as Firefox and Windows. */
export function describeDevice(userAgent: string): Device {
  if (userAgent === '') return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH));
  return { browser: browser.name || null, system: os.name || null };
}
