/** Starts Watchfloors in this process that are members of a team on real NATS servers. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { compose, type Composition } from '../../src-main/hosts/compose.ts';
import type { Watch } from '../../src-main/core/watch.ts';
import { connectionProfileSchema } from '../../src-shared/domain/profile/profile.ts';
import type { Simulator } from '../../src-simulator/simulator.ts';
import { inThreadDatabases } from '../doubles/in-thread-databases.ts';
import { someProfile } from '../doubles/profile.ts';
import { cuttableProxy } from './cuttable-proxy.ts';
import { temporaryDirectory } from '../fixtures/temporary-directory.ts';

const NEVER = new AbortController().signal;

export interface NatsDesk {
  readonly name: string;
  readonly composition: Composition;
  readonly instance: { readonly watch: Watch };
  /** Cuts its path to the servers, or mends it. */
  readonly setCut: (isCut: boolean) => void;
}

/** @param servers addresses of the servers of the log `team1` */
export async function startNatsDesk(
  simulator: Simulator,
  servers: readonly string[],
  name: string,
  leaseSeconds: number,
): Promise<NatsDesk> {
  const proxies = await Promise.all(servers.map((url) => cuttableProxy(Number(new URL(url).port))));
  const dataDir = temporaryDirectory();
  const { clientId, clientSecret } = simulator.clients.basic;
  const environment = { WATCHFLOOR_CLIENT_SECRET: clientSecret };
  const composition = compose({ dataDir, environment, openDatabases: inThreadDatabases });
  onTestFinished(async () => void (await composition.stop()));
  const team = {
    log: 'team1',
    servers: proxies.map(({ port }) => `nats://127.0.0.1:${port}`),
    member: name,
    name: `${name}'s desk`,
    role: 'desk',
    leaseSeconds,
  };
  const profile = connectionProfileSchema.parse({ ...someProfile, ...simulator.profile, clientId, team });
  const id = await composition.watchSignedIn(profile, join(dataDir, 'profile.json'), NEVER);
  return {
    name,
    composition,
    instance: { watch: composition.backend.watch(id) },
    setCut: (isCut) => {
      for (const proxy of proxies) proxy.setCut(isCut);
    },
  };
}
