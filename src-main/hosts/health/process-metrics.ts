/**
 * Describes the process with the names of Prometheus client libraries, computed when they are read. `prom-client`'s own
 * default metrics wake the process 100 times a second (`findings/prom-client-default-metrics-wake-an-idle-process.sh`).
 */
import { performance } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

const MICROSECONDS = 1e-6;
const MILLISECONDS = 1e-3;

export function addProcessMetrics(registry: Registry): void {
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  const counter = (name: string, help: string, add: (counter: Counter) => void, labelNames: string[] = []) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        add(this);
      },
    });

  gauge('process_start_time_seconds', 'Start of the process since the Unix epoch.', () => {
    return performance.timeOrigin * MILLISECONDS;
  });
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_used_bytes', 'Used heap of the main thread.', () => process.memoryUsage().heapUsed);
  counter('process_cpu_seconds_total', 'Processor time of the process, of user and system.', (total) => {
    const { user, system } = process.cpuUsage();
    total.inc((user + system) * MICROSECONDS);
  });
  const help = 'Time of the event loop of the main thread, by state.';
  const addStates = (time: Counter): void => {
    const { active, idle } = performance.eventLoopUtilization();
    time.inc({ state: 'active' }, active * MILLISECONDS);
    time.inc({ state: 'idle' }, idle * MILLISECONDS);
  };
  counter('nodejs_eventloop_time_seconds_total', help, addStates, ['state']);
}
