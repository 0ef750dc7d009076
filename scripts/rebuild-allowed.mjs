/**
 * After `npm ci --ignore-scripts`: runs the install scripts of the packages that `allowScripts` of package.json allows, and of
 * no other. Those for another platform are not installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const names = Object.keys(allowScripts).filter(
  (name) => allowScripts[name] && existsSync(join(root, 'node_modules', name)),
);

console.log(`Running the install scripts of ${names.join(', ')}`);
const { status } = spawnSync('npm', ['rebuild', ...names], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
