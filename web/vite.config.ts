import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.KINDRA_API ?? 'http://127.0.0.1:3000';

const libraries =
  /node_modules\/(?:react|react-dom|scheduler|react-redux|react-router|react-router-dom|@reduxjs|redux|immer|reselect|i18next|@remix-run)\//;

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
    // language come in one piece.
    rollupOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: libraries },
            { name: 'spanish', test: /\/i18n\/es\// },
          ],
        },
      },
    },
  },
});
