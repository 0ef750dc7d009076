import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Piscina } from 'piscina';
import { Counter, Gauge, type Registry } from 'prom-client';
import { withTimeout } from '../../common/timing.ts';
import type { PageToRender } from '../../contract/rules/rendered-page.ts';
import type { SharedBody } from './compression.ts';

type UndatedPage = Omit<PageToRender, 'now'>;

/** A rendered page. */
export interface RenderedHtml {
  readonly html: string;
  /** In Unix milliseconds. Relative times on the page are relative to this time. */
  readonly renderedAt: number;
}

/** Renders pages for visitors in a separate thread. */
export interface PageRenderer {
  /**
   * Renders a page or returns a cached one. Returns null if rendering takes longer than `maxDelayMs` or fails.
   * `complete` adds the rest of the page and must depend only on the data that is rendered.
   */
  readonly render: (
    page: UndatedPage,
    complete: (rendered: RenderedHtml) => string,
    maxDelayMs: number,
  ) => Promise<SharedBody | null>;
  readonly close: () => Promise<void>;
}

interface PageRendererOptions {
  readonly folder: string;
  /** In bytes; 0 disables the cache. */
  readonly maxBytes: number;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics?: Registry | undefined;
}

/** Relative to the folder of the built client. */
const RENDERER_PATH = join('.renderer', 'render.js');

/** Age after which a cached page is rendered again in the background, because relative times have changed. */
const REFRESH_AGE_MS = 20_000;
const MAX_AGE_MS = 600_000;
/** After this idle time, the thread ends. */
const IDLE_MS = 60_000;
const MAX_WAITING = 8;
/** Estimated memory per byte of HTML. Each page is stored both uncompressed and compressed. */
const MEMORY_PER_BODY_BYTE = 1.3;
const MAX_HEAP_MB = 128;
/** After this time, the thread is replaced. */
const RENDER_TIMEOUT_MS = 3_000;

interface CachedPage extends SharedBody {
  readonly renderedAt: number;
}

interface RenderSource {
  readonly page: UndatedPage;
  readonly complete: (rendered: RenderedHtml) => string;
}

const hashPage = (page: UndatedPage): string =>
  createHash('sha1').update(JSON.stringify(page)).digest('base64');

type Cache = LRUCache<string, CachedPage, RenderSource>;

function createMetrics(registry: Registry | undefined, cache: Cache | null) {
  if (!registry) return null;
  new Gauge({
    name: 'kindra_rendered_pages_bytes',
    help: 'Size of the rendered pages in memory, in bytes',
    registers: [registry],
    collect() {
      this.set(cache?.calculatedSize ?? 0);
    },
  });
  return new Counter({
    name: 'kindra_rendered_pages_total',
    help: 'Pages for visitors by result: memory, rendered, none (too slow, too many, or failed)',
    labelNames: ['result'],
    registers: [registry],
  });
}

async function createThreadPool(filename: string): Promise<Piscina> {
  const { Piscina: Pool } = await import('piscina');
  return new Pool({
    filename,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
}

/** Creates the page renderer. Returns null if the client was built without a rendering module. */
export function createPageRenderer(options: PageRendererOptions): PageRenderer | null {
  const { folder, maxBytes, logger, metrics } = options;
  const filename = join(folder, RENDERER_PATH);
  if (!existsSync(filename)) return null;
  let threadPool: Promise<Piscina> | null = null;

  async function renderInThread({ page, complete }: RenderSource): Promise<CachedPage | undefined> {
    threadPool ??= createThreadPool(filename);
    const renderedAt = Date.now();
    try {
      const pool = await threadPool;
      if (pool.queueSize >= MAX_WAITING) return undefined;
      const html: string = await pool.run(
        { ...page, now: renderedAt },
        { signal: AbortSignal.timeout(RENDER_TIMEOUT_MS) },
      );
      return html === '' ? undefined : { body: Buffer.from(complete({ html, renderedAt })), renderedAt };
    } catch (err) {
      logger.warn({ err, url: page.url }, 'page not rendered');
      return undefined;
    }
  }

  const cache: Cache | null =
    maxBytes > 0
      ? new LRUCache({
          maxSize: maxBytes,
          sizeCalculation: ({ body }) => Math.ceil(body.length * MEMORY_PER_BODY_BYTE),
          fetchMethod: (_key, _page, { context }) => renderInThread(context),
        })
      : null;
  const renderCounter = createMetrics(metrics, cache);

  /** If the cached page is old, also renders it again for later requests. */
  function getOrRender(source: RenderSource, startedAt: number): Promise<CachedPage | undefined> {
    if (!cache) return renderInThread(source);
    const key = hashPage(source.page);
    const age = startedAt - (cache.peek(key, { allowStale: true })?.renderedAt ?? 0);
    return cache.fetch(key, {
      context: source,
      forceRefresh: age > REFRESH_AGE_MS,
      allowStale: age <= MAX_AGE_MS,
    });
  }

  return {
    async render(page, complete, maxDelayMs) {
      const startedAt = Date.now();
      const rendered = await withTimeout(getOrRender({ page, complete }, startedAt), maxDelayMs);
      const result = rendered && (rendered.renderedAt < startedAt ? 'memory' : 'rendered');
      renderCounter?.inc({ result: result ?? 'none' });
      return rendered ?? null;
    },
    async close() {
      await (await threadPool)?.destroy();
    },
  };
}
