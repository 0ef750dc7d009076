import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/**
 * CSV rules for hledger. Each CSV line becomes a transaction with one unbalanced posting, because the other postings of
 * the entry are on other lines. The description is the entry id.
 */
const CSV_RULES = `skip 1
fields entry, position, type, date, account, debit, credit
date-format %Y-%m-%dT%H:%M:%S%QZ
description %entry
account1 (%account)
amount1-in %debit
amount1-out %credit
`;

/** Non-zero sums, keyed by account or entry. */
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
 * Sums the postings in an exported CSV with hledger. Returns debits minus credits by account and by entry. Balanced
 * entries are omitted.
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
