import cluster from 'node:cluster';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

type Figures = MetricObjectWithValues<MetricValue<string>>[];
type Message =
  /** From the worker that was scraped to the first process, and back. */
  | { type: 'metrics:all' }
  | { type: 'metrics:sum'; text: string }
  /** From the first process to every worker, and back. */
  | { type: 'metrics:ask'; id: number }
  | { type: 'metrics:part'; id: number; figures: Figures };

/** A worker that is busy or has just ended is omitted from the sum instead of awaited. */
const WORKER_MS = 1000;
const ANSWER_MS = 3000;

const toFirst = (message: Message) => void process.send?.(message);

/** In a worker: adds its metrics to the sum. */
export function offerMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  process.on('message', (message: Message) => {
    if (message.type !== 'metrics:ask') return;
    void registry
      .getMetricsAsJSON()
      .then((figures) => toFirst({ type: 'metrics:part', id: message.id, figures: figures as Figures }));
  });
}

/** In the first process: sums the metrics of all workers for the one that was scraped. */
export function answerMetricsOfAll(): void {
  const collecting = new Map<number, (figures: Figures) => void>();
  let serial = 0;

  const sum = async (): Promise<string> => {
    serial += 1;
    const id = serial;
    const parts: Figures[] = [];
    const asked = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, WORKER_MS);
      collecting.set(id, (figures) => {
        if (parts.push(figures) < asked.length) return;
        clearTimeout(timer);
        resolve();
      });
      for (const worker of asked) worker?.send({ type: 'metrics:ask', id } satisfies Message);
    });
    collecting.delete(id);
    return AggregatorRegistry.aggregate(parts).metrics();
  };

  cluster.on('message', (worker, message: Message) => {
    if (message.type === 'metrics:part') collecting.get(message.id)?.(message.figures);
    if (message.type !== 'metrics:all') return;
    void sum().then((text) => worker.isConnected() && worker.send({ type: 'metrics:sum', text } satisfies Message));
  });
}

/** The sum over all workers; null with a single process. */
export function metricsOfAll(): Promise<string> | null {
  if (!cluster.isWorker) return null;
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      process.off('message', receive);
    };
    const receive = (message: Message) => {
      if (message.type !== 'metrics:sum') return;
      done();
      resolve(message.text);
    };
    const timer = setTimeout(() => {
      done();
      reject(new Error('The first process did not answer.'));
    }, ANSWER_MS);
    process.on('message', receive);
    toFirst({ type: 'metrics:all' });
  });
}
