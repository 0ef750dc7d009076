import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { eventLogContract } from './contract.ts';

describe('event log in memory', () => {
  eventLogContract(async () => ({ log: createMemoryEventLog(), close: async () => {} }));
});
