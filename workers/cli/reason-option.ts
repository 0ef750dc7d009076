import { cleanText } from '../../domain/kernel/text.ts';
import { reasonProblem } from '../../domain/moderation/rules.ts';
import { CommandFailed } from './console.ts';

/**
 * The reason that an operator gives, as it is kept; undefined when there is none.
 * @throws CommandFailed when it is too long, or holds characters that no text may hold
 */
export function reasonOption(text: string | undefined): string | undefined {
  const reason = cleanText(text ?? '');
  const problem = reasonProblem(reason);
  if (problem) throw new CommandFailed(problem);
  return reason === '' ? undefined : reason;
}
