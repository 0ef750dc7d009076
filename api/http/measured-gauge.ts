import { Gauge, type Registry } from 'prom-client';
import { withTimeout } from '../../common/timing.ts';
import type { ApiSystem } from './system.ts';

/** The value of a gauge with labels, for some of their values. */
interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface GaugeOptions {
  readonly name: string;
  readonly help: string;
  /** Default: none. `measure` then returns a single number. */
  readonly labelNames?: readonly string[];
  readonly measure: () => Promise<number | readonly Sample[]>;
}

/** Prometheus ends a scrape after 10 s by default. */
const MEASUREMENT_TIMEOUT_MS = 2_000;

const measureInTime = async ({ measure }: GaugeOptions): Promise<readonly Sample[]> => {
  const result = await withTimeout(measure(), MEASUREMENT_TIMEOUT_MS);
  if (result === undefined) throw new Error(`no result within ${MEASUREMENT_TIMEOUT_MS} ms`);
  return typeof result === 'number' ? [{ labels: {}, value: result }] : result;
};

/**
 * Registers a gauge that is measured on each scrape. If the measurement fails or takes longer than 2 s, the scrape
 * succeeds without the gauge, because an old value would hide the failure.
 */
export function registerMeasuredGauge(
  { logger }: Pick<ApiSystem, 'logger'>,
  registry: Registry,
  options: GaugeOptions,
): void {
  const { name, help, labelNames = [] } = options;
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      // `reset` would set a gauge without labels to 0.
      if (labelNames.length === 0) this.remove();
      else this.reset();
      try {
        for (const { labels, value } of await measureInTime(options)) this.set(labels, value);
      } catch (error) {
        logger.warn({ err: error, metric: name }, 'metric not measured');
      }
    },
  });
}
