/** A failure of the monitoring does not affect the watch. */
import type { Composition } from '../../compose.ts';
import { Health } from '../../health/health.ts';
import { type HealthServer, isOpenToOthers, startHealthServer } from '../../health/health-server.ts';
import { type ServiceManager, serviceManager } from '../../health/service-manager.ts';
import { packageVersion } from '../../package-version.ts';
import type { HealthOptions } from './collect-options.ts';

export class CollectorMonitoring {
  readonly manager: ServiceManager;
  readonly #closeController = new AbortController();
  #health: Health | null = null;
  #server: HealthServer | null = null;
  #keepAlive: Promise<void> = Promise.resolve();

  constructor(environment: NodeJS.ProcessEnv) {
    this.manager = serviceManager(environment);
  }

  /** Call before the sign-in: a missing one is reported, too. @throws AppError BAD_ARGUMENT, HEALTH_PORT_UNAVAILABLE */
  async open(
    { healthPort, healthHost, unhealthyAfter }: HealthOptions,
    { backend, clock, log }: Pick<Composition, 'backend' | 'clock' | 'log'>,
    print: (line: string) => void,
  ): Promise<void> {
    const health = new Health({ backend, clock, log, version: packageVersion(), blindAfterMs: unhealthyAfter * 1_000 });
    this.#health = health;
    this.#keepAlive = this.manager.keepAlive(() => health.isAlive(), clock, this.#closeController.signal);
    if (healthPort === undefined) return;
    this.#server = await startHealthServer({ health, host: healthHost, port: healthPort });
    const { origin } = this.#server;
    const open = isOpenToOthers(healthHost)
      ? '; anyone who can reach this address can read them without a sign-in'
      : '';
    print(`${new Date(clock.now()).toISOString()}  Health and metrics: ${origin}/healthz, ${origin}/metrics${open}`);
  }

  async close(): Promise<void> {
    this.manager.stopping();
    this.#closeController.abort(new Error('the collector is stopping'));
    await this.#server?.close();
    await this.#health?.close();
    await this.#keepAlive;
  }
}
