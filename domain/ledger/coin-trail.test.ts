import { createHash } from 'node:crypto';
import {
  computeTotal,
  findTrailProblem,
  formatCanonicalLine,
  getHashInput,
  TRAIL_START,
  type TrailLine,
  type TrailLink,
} from './coin-trail.ts';

const CROWDFUNDING_ID = '0192a000-0000-7000-8000-000000000001';
const createId = (n: number): string => `0192a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const createLine = (sequence: number, overrides: Partial<TrailLine> = {}): TrailLine => ({
  crowdfundingId: CROWDFUNDING_ID,
  sequence,
  kind: 'DONATION',
  id: createId(sequence + 100),
  donationId: createId(sequence + 100),
  timestamp: '2026-11-21T10:00:00.000Z',
  amount: 100,
  total: sequence * 100,
  ...overrides,
});

const createLink = (previousHash: string, of: TrailLine): TrailLink => ({
  ...of,
  previousHash,
  hash: sha256(getHashInput(previousHash, of)),
});

const first = createLink(TRAIL_START.hash, createLine(1));

test('a line has a canonical form that anyone can hash', () => {
  expect(formatCanonicalLine(createLine(1))).toBe(
    `kindra-coin-trail-1|${CROWDFUNDING_ID}|1|DONATION|${createId(101)}|${createId(101)}|2026-11-21T10:00:00.000Z|100|100`,
  );
  expect(formatCanonicalLine(createLine(2, { kind: 'RELEASE', donationId: null }))).toContain(
    `${createId(102)}|-|2026`,
  );
  expect(getHashInput('00', createLine(1))).toBe(`00\n${formatCanonicalLine(createLine(1))}`);
});

test('donations increase the held coins, refunds and releases decrease them', () => {
  expect(computeTotal(50, { kind: 'DONATION', amount: 20 })).toBe(70);
  expect(computeTotal(50, { kind: 'REFUND', amount: 20 })).toBe(30);
  expect(computeTotal(50, { kind: 'RELEASE', amount: 50 })).toBe(0);
});

const computeHash = (of: TrailLink): string => sha256(getHashInput(first.hash, of));

test('accepts a valid next line', () => {
  const second = createLink(first.hash, createLine(2));
  expect(findTrailProblem(TRAIL_START, first, sha256(getHashInput(TRAIL_START.hash, first)))).toBeNull();
  expect(findTrailProblem(first, second, computeHash(second))).toBeNull();
});

const second = createLink(first.hash, createLine(2));

test.each([
  ['An earlier line is missing.', { sequence: 3 }],
  ['Its total does not match the previous line.', { amount: 101 }],
  ['Its total does not match the previous line.', { total: 150 }],
  ['Its total does not match the previous line.', { kind: 'REFUND' }],
  ['It does not contain the hash of the previous line.', { previousHash: 'f'.repeat(64) }],
  ['Its hash does not match its content.', { id: createId(999) }],
  ['Its hash does not match its content.', { donationId: createId(999) }],
  ['Its hash does not match its content.', { timestamp: '2026-11-21T10:00:00.001Z' }],
  ['Its hash does not match its content.', { crowdfundingId: createId(2) }],
  ['Its hash does not match its content.', { amount: 200, total: 300 }],
] as const)('%s', (fault, over) => {
  const changed: TrailLink = { ...second, ...over };
  expect(findTrailProblem(first, changed, computeHash(changed))?.message).toBe(fault);
});
