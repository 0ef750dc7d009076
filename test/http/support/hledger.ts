import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Rules for hledger to read the CSV: each line is one posting, in parentheses since the other postings of its entry
 * are on other lines; the description contains the entry.
 */
const RULES = `skip 1
fields entry, position, type, date, account, debit, credit
date-format %Y-%m-%dT%H:%M:%S%QZ
description %entry
account1 (%account)
amount1-in %debit
amount1-out %credit
`;

/** Sums by name, without those that are zero. */
export type Sums = Readonly<Record<string, number>>;

const parseSums = (csv: string): Sums =>
  Object.fromEntries(
    csv
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(`[${line}]`) as [string, string])
      .map(([name, sum]) => [name, Number(sum)]),
  );

/** Sums an exported CSV with hledger: debits less credits of each account, and of each unbalanced entry. */
export async function readByHledger(csv: string): Promise<{ accounts: Sums; entries: Sums }> {
  const folder = await mkdtemp(join(tmpdir(), 'kindra-export-'));
  try {
    const [file, rules] = [join(folder, 'ledger.csv'), join(folder, 'kindra.rules')];
    await Promise.all([writeFile(file, csv), writeFile(rules, RULES)]);
    const runBalance = async (...args: string[]) => {
      const common = ['-f', file, '--rules-file', rules, 'balance', '--flat', '-N', '-O', 'csv'];
      return parseSums((await run('hledger', [...common, ...args])).stdout);
    };
    return { accounts: await runBalance(), entries: await runBalance('--pivot', 'description') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
