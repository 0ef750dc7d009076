import type { Decider } from '../../domain/kernel/decider.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';

/**
 * Tests a decision in a given-when-then style: given these events, when this command is decided, it leads to those
 * events.
 */
export function given<State, Command, E extends DomainEvent>(
  decider: Decider<State, Command, E>,
  ...history: readonly E[]
) {
  const state = history.reduce(decider.evolve, decider.initial);
  return {
    when(command: Command) {
      const decision = decider.decide(command, state);
      return {
        leadsTo: (...events: readonly E[]) => expect(decision).toEqual({ accepted: true, events }),
        leadsToNothing: () => expect(decision).toEqual({ accepted: true, events: [] }),
        isRejected: (message: string) =>
          expect(decision).toMatchObject({ accepted: false, rejection: { message } }),
      };
    },
  };
}
