import { createHash } from 'node:crypto';
import { isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import * as esbuild from 'esbuild';
import { build, defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';

const api = process.env.KINDRA_API ?? 'http://127.0.0.1:3000';

const libraries =
  /node_modules\/(?:react|react-dom|scheduler|react-redux|react-router|react-router-dom|@reduxjs|redux|immer|reselect|@remix-run)\//;

/**
 * Returns a CSS class name for the bundle. Unlike Vite's default names, it contains no line number, because every
 * page loads the class names, and shorter names save bytes.
 */
function scopeClassName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file);
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`;
}

/** File names with short hashes: every visit loads the names of all files, and their hashes cannot be compressed. */
const FILE_NAMES = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

/** Matches modules that the home page loads. */
const HOME = /\/(?:feed\/home-page|discovery\/discovery-\w+|live-updates)\.tsx?$/;

/**
 * The production build of react-router, which omits development checks. The package exports only the development
 * build; the folders of both builds have the same layout.
 */
const PRODUCTION_ROUTER = {
  find: /^react-router$/,
  replacement: fileURLToPath(import.meta.resolve('react-router')).replace('/development/', '/production/'),
};

/** Matches chunks that are loaded before all others and therefore need no preload. */
const LOADED_FIRST = /\/(?:libraries|kindra|rolldown-runtime)-/;

const base: UserConfig = {
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: [PRODUCTION_ROUTER] },
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: scopeClassName } },
  build: {
    outDir: 'dist',
    // The server reads from the manifest which files a page needs.
    manifest: true,
    // The styles are small in total, and a server-rendered page needs them in one request.
    cssCodeSplit: false,
    // Every target browser supports `modulepreload` natively.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files) => files.filter((file) => !LOADED_FIRST.test(file)),
    },
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
  },
};

const BEFORE_PAINT = 'before-paint.js';

/** Bundles the script that runs before the first paint. It is a classic script, because module scripts run later. */
async function bundleBeforePaint(): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(import.meta.dirname, 'src/app/before-paint.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: base.build?.target as string[],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Matches the Latin subset of the font. */
const FONT = /nunito-latin-wght-normal/;

/** Adds the before-paint script and, in builds, the font preload to the page. */
const head: Plugin = {
  name: 'kindra-head',
  transformIndexHtml(_, { bundle }) {
    const font = Object.keys(bundle ?? {}).find((file) => FONT.test(file));
    const preload = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` };
    return [
      { tag: 'script', attrs: { src: `/${BEFORE_PAINT}` }, injectTo: 'head' },
      ...(font ? [{ tag: 'link', attrs: preload, injectTo: 'head' } as const] : []),
    ];
  },
  configureServer: ({ middlewares }) => {
    middlewares.use(`/${BEFORE_PAINT}`, async (_, response) => {
      response.setHeader('Content-Type', 'text/javascript').end(await bundleBeforePaint());
    });
  },
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: BEFORE_PAINT, source: await bundleBeforePaint() });
  },
};

/** Builds the module that renders pages on the server, as one file without package dependencies. */
const renderer = (): Plugin => {
  let folder = '';
  return {
    name: 'kindra-renderer',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = join(isAbsolute(outDir) ? outDir : join(root, outDir), '.renderer');
    },
    async closeBundle() {
      await build({
        ...base,
        configFile: false,
        logLevel: 'warn',
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        ssr: { noExternal: true },
        build: {
          outDir: folder,
          emptyOutDir: true,
          copyPublicDir: false,
          ssr: 'src/app/render.tsx',
          target: 'node20',
          rollupOptions: { output: { codeSplitting: false } },
        },
      });
    },
  };
};

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** Returns the modules in the matching chunks and in their static imports. */
function findModules(chunks: Chunks, isRoot: (chunk: Rolldown.OutputChunk) => boolean): ReadonlySet<string> {
  const seenChunks = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || seenChunks.has(chunk)) return;
    seenChunks.add(chunk);
    for (const name of chunk.imports) visit(chunks.get(name));
  };
  for (const chunk of chunks.values()) if (isRoot(chunk)) visit(chunk);
  const modules = [...seenChunks].flatMap((chunk) => Object.entries(chunk.modules));
  return new Set(modules.flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : [])));
}

/**
 * Determines which modules the entry needs and which additional modules the home page needs. Runs a build without chunk
 * groups.
 */
async function findFirstModules() {
  const options = { ...base, configFile: false, logLevel: 'error' } as const;
  const { output } = (await build({
    ...options,
    build: { ...base.build, write: false },
  })) as Rolldown.RolldownOutput;
  const chunks: Chunks = new Map(
    output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])),
  );
  return {
    entry: findModules(chunks, ({ isEntry }) => isEntry),
    home: findModules(chunks, ({ facadeModuleId }) => HOME.test(facadeModuleId ?? '')),
  };
}

/**
 * Groups modules into files. Libraries rarely change, so browsers keep their file when the product code changes. Code
 * that every visit needs is in one file, because many small files compress worse and arrive later. Each file name is
 * also part of the code that every visit loads, so icons for other pages share one file. The modules that a visit needs
 * are known only after unused exports are removed.
 */
async function createGroups() {
  const { entry, home } = await findFirstModules();
  return [
    { name: 'libraries', test: (id: string) => libraries.test(id) && (entry.has(id) || home.has(id)) },
    { name: 'kindra', test: (id: string) => entry.has(id) },
    { name: 'home', test: (id: string) => home.has(id) },
    { name: 'icons', test: /\/node_modules\/lucide-react\// },
  ];
}

export default defineConfig(async ({ command }) => ({
  ...base,
  resolve: command === 'build' ? base.resolve : {},
  plugins: [...(base.plugins ?? []), head, renderer()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: api }, '/ws': { target: api, ws: true } },
  },
  build: {
    ...base.build,
    rollupOptions: {
      output: {
        ...FILE_NAMES,
        codeSplitting: command === 'build' ? { groups: await createGroups() } : false,
      },
    },
  },
}));
