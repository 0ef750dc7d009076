/**
 * Runs the install scripts listed in `allowScripts` in package.json, after `npm ci --ignore-scripts`. Skips packages
 * for other platforms.
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
