import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { testEventLog } from './contract.ts';

describe('event log in memory', () => {
  testEventLog(
    async () => {
      const log = createMemoryEventLog();
      return { log, truncate: async (after) => log.truncate(after), close: async () => {} };
    },
    { isLastEventCompared: true, canLoseEvents: true },
  );
});
