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

/** The contents of a rendered page. */
export interface RenderedHtml {
  readonly html: string;
  /** Time for which it was rendered, in milliseconds since 1970. */
  readonly renderedAt: number;
}

/** Renders pages for visitors in a thread of its own. */
export interface PageRenderer {
  /**
   * Renders a page, or returns it from memory. Returns null if it takes longer than `maxDelayMs` or fails.
   * `complete` adds the rest of the page, which must depend on the same data only.
   */
  readonly render: (
    page: UndatedPage,
    complete: (rendered: RenderedHtml) => string,
    maxDelayMs: number,
  ) => Promise<SharedBody | null>;
  readonly close: () => Promise<void>;
}

/** Options of `createPageRenderer`. */
export interface PageRendererOptions {
  /** Folder of the built client. */
  readonly folder: string;
  /** Maximum size of the rendered pages in memory, in bytes; 0 keeps none. */
  readonly maxBytes: number;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics?: Registry | undefined;
}

/** Module that renders a page; a part of the built client. */
const RENDERER = join('.renderer', 'render.js');

/** Maximum age of a rendered page, in milliseconds. The client updates relative times after it. */
const MAX_AGE_MS = 20_000;
/** Time after which the thread ends when no page is requested, in milliseconds. */
const IDLE_MS = 60_000;
/** Maximum number of pages that wait for the thread. */
const MAX_WAITING = 8;
/** Estimated memory per byte of a page, which is also stored compressed. */
const BYTES_PER_BODY_BYTE = 1.3;
const MAX_HEAP_MB = 128;
/** Maximum time for a page, in milliseconds. After it the thread is replaced. */
const MAX_RENDERING_MS = 3_000;

/** The same responses are rendered to the same page. */
const hashPage = (page: UndatedPage): string =>
  createHash('sha1').update(JSON.stringify(page)).digest('base64');

function createMeasures(registry: Registry | undefined, cache: LRUCache<string, SharedBody> | null) {
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

/** Starts the thread. It ends by itself when it is idle. */
async function createThread(filename: string): Promise<Piscina> {
  const { Piscina: Pool } = await import('piscina');
  return new Pool({
    filename,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
}

/** Creates the renderer of the built client; null if the client was built without one. */
export function createPageRenderer(options: PageRendererOptions): PageRenderer | null {
  const { folder, maxBytes, logger, metrics } = options;
  const filename = join(folder, RENDERER);
  if (!existsSync(filename)) return null;
  const cache =
    maxBytes > 0
      ? new LRUCache<string, SharedBody>({
          maxSize: maxBytes,
          sizeCalculation: ({ body }) => Math.ceil(body.length * BYTES_PER_BODY_BYTE),
          ttl: MAX_AGE_MS,
        })
      : null;
  const results = createMeasures(metrics, cache);
  let thread: Promise<Piscina> | null = null;

  async function renderInThread(
    key: string,
    page: UndatedPage,
    complete: (rendered: RenderedHtml) => string,
  ): Promise<SharedBody | null> {
    thread ??= createThread(filename);
    const renderedAt = Date.now();
    try {
      const pool = await thread;
      if (pool.queueSize >= MAX_WAITING) return null;
      const html: string = await pool.run(
        { ...page, now: renderedAt },
        { signal: AbortSignal.timeout(MAX_RENDERING_MS) },
      );
      if (html === '') return null;
      const completed = { body: Buffer.from(complete({ html, renderedAt })) };
      cache?.set(key, completed);
      return completed;
    } catch (err) {
      logger.warn({ err, url: page.url }, 'page not rendered');
      return null;
    }
  }

  return {
    async render(page, complete, maxDelayMs) {
      const key = hashPage(page);
      const kept = cache?.get(key);
      if (kept) {
        results?.inc({ result: 'memory' });
        return kept;
      }
      const rendered = (await withTimeout(renderInThread(key, page, complete), maxDelayMs)) ?? null;
      results?.inc({ result: rendered ? 'rendered' : 'none' });
      return rendered;
    },
    async close() {
      await (await thread)?.destroy();
    },
  };
}
