import type { Problem, ProblemParams } from '../../../contract/problems.ts';
import { getTexts, i18n } from './i18n.ts';

/** A message for the user: a text in the current language, or a problem that is translated when it is displayed. */
export type Message = string | Problem;

type ProblemTexts = Readonly<Record<string, string | ((params: ProblemParams) => string)>>;

/** Returns a message in the current language. A problem without a translation keeps its English message. */
export function translateMessage(message: Message): string {
  if (typeof message === 'string') return message;
  const texts = getTexts('problems') as ProblemTexts | undefined;
  const text = texts?.[message.code] ?? message.message;
  return typeof text === 'string' ? text : text(message.params);
}

/** Names that the server returns for erased or hidden entities. */
const SUBSTITUTE_NAMES = {
  'Erased account': 'ui:names.erasedAccount',
  'Erased crowdfunding': 'ui:names.erasedCrowdfunding',
  'Hidden account': 'ui:names.hiddenAccount',
} as const;

/** Translates the substitute names of erased and hidden entities. Returns other names unchanged. */
export const getDisplayName = (name: string): string =>
  Object.hasOwn(SUBSTITUTE_NAMES, name)
    ? i18n.t(SUBSTITUTE_NAMES[name as keyof typeof SUBSTITUTE_NAMES])
    : name;
