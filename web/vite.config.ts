import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';

const api = process.env.KINDRA_API ?? 'http://127.0.0.1:3000';

const libraries =
  /node_modules\/(?:react|react-dom|scheduler|react-redux|react-router|react-router-dom|@reduxjs|redux|immer|reselect|i18next|@remix-run)\//;

type IsRoot = (module: Rolldown.ModuleInfo) => boolean;

/** Names the chunk of all modules that a root module imports without waiting, directly or not. */
const neededBy =
  (name: string, isRoot: IsRoot) =>
  (id: string, modules: Rolldown.ChunkingContext): string | null => {
    const seen = new Set<string>();
    const isNeeded = (module: string): boolean => {
      if (seen.has(module)) return false;
      seen.add(module);
      const info = modules.getModuleInfo(module);
      return info !== null && (isRoot(info) || info.importers.some(isNeeded));
    };
    return isNeeded(id) ? name : null;
  };

const isEntry: IsRoot = (module) => module.isEntry;
const isHomePage: IsRoot = (module) => module.id.endsWith('/features/feed/home-page.tsx');

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: api }, '/ws': { target: api, ws: true } },
  },
  build: {
    outDir: 'dist',
    // Every browser below knows `modulepreload` by itself.
    modulePreload: { polyfill: false },
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The libraries change seldom, so browsers keep them while the product's own code moves on. The texts of another
    // language come in one piece, and so does what every visit needs: many small files pack worse, and come later.
    rollupOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: libraries },
            { name: 'spanish', test: /\/i18n\/es\// },
            { name: neededBy('kindra', isEntry), debugName: 'first load' },
            { name: neededBy('home', isHomePage), debugName: 'home page' },
          ],
        },
      },
    },
  },
});
