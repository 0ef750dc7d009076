import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'adr');

const readText = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

/** Returns the row of a decision in the list. */
function createRow(file: string): string {
  const text = readText(file);
  const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? [];
  const [, status] = /^\*\*Status:\*\* (.+)$/m.exec(text) ?? [];
  expect(file.startsWith(`${String(number).padStart(4, '0')}-`)).toBe(true);
  return `| [${number}](${file}) | ${title} | ${status} |`;
}

test('docs/adr/README.md lists every decision with its number, title and status', () => {
  const files = readdirSync(FOLDER).filter((file) => file !== 'README.md');
  const rows = readText('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['));
  expect(rows).toEqual(files.sort().map(createRow));
});
