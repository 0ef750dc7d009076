import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/**
 * CSV rules of hledger. Each line becomes a transaction with one unbalanced posting, because the other postings of
 * its entry are on other lines. The description is the entry id.
 */
const CSV_RULES = `skip 1
fields entry, position, type, date, account, debit, credit
date-format %Y-%m-%dT%H:%M:%S%QZ
description %entry
account1 (%account)
amount1-in %debit
amount1-out %credit
`;

/** Non-zero sums by name. */
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

/**
 * Sums an exported CSV with hledger. Returns debits minus credits of each account, and of each unbalanced entry.
 */
export async function sumWithHledger(csv: string): Promise<{ accounts: Sums; entries: Sums }> {
  const folder = await mkdtemp(join(tmpdir(), 'kindra-export-'));
  try {
    const [file, rules] = [join(folder, 'ledger.csv'), join(folder, 'kindra.rules')];
    await Promise.all([writeFile(file, csv), writeFile(rules, CSV_RULES)]);
    const runBalance = async (...args: string[]) => {
      const commonArguments = ['-f', file, '--rules-file', rules, 'balance', '--flat', '-N', '-O', 'csv'];
      return parseSums((await execFileAsync('hledger', [...commonArguments, ...args])).stdout);
    };
    return { accounts: await runBalance(), entries: await runBalance('--pivot', 'description') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
