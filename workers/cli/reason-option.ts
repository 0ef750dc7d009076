import { cleanText } from '../../domain/kernel/text.ts';
import { checkReason } from '../../domain/moderation/rules.ts';
import { CommandFailed } from './console.ts';

/**
 * Normalizes a reason given by an operator. Returns undefined if it is empty.
 * @throws CommandFailed when it is too long or contains forbidden characters
 */
export function parseReasonOption(text: string | undefined): string | undefined {
  const reason = cleanText(text ?? '');
  const problem = checkReason(reason);
  if (problem) throw new CommandFailed(problem.message);
  return reason === '' ? undefined : reason;
}
