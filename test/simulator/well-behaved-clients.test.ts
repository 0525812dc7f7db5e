/** Plays clients that keep the contract, in ways that look like a breach at first sight. The report must find nothing. */
import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../src-simulator/simulator.ts';
import { backoff, type Scene, sceneWith, type ScriptedClient } from './scripted-client.ts';

const FLEET = { limit: 100, sortBy: [{ direction: 'asc', field: 'iotSubscription.iccid' }] };
const AXIOS = { accept: 'application/json, text/plain, */*' };

async function signedInProgram({ program }: Scene): Promise<ScriptedClient> {
  const client = program();
  await client.signIn();
  return client;
}

/** Tries the stream with these waits for so long, in seconds. */
async function outage(scene: Scene, waits: Iterable<number>, length: number): Promise<void> {
  const client = scene.program();
  const renewToken = tokenRenewal(client);
  let passed = 0;
  for (const wait of waits) {
    await renewToken(passed);
    await client.stream();
    scene.wait(wait);
    passed += wait;
    if (passed > length) return;
  }
}

/** Returns a function that signs in if most of the life of the token is over. It takes the seconds since the start. */
function tokenRenewal(client: ScriptedClient): (now: number) => Promise<void> {
  let renewAt = 0;
  return async (now) => {
    if (now >= renewAt) renewAt = now + 0.8 * Number((await client.signIn()).body['expires_in']);
  };
}

const UNAVAILABLE = { times: 'forever', answer: { status: 503 } } as const;
function* always(seconds: number): Generator<number> {
  for (;;) yield seconds;
}

const clients: Record<string, { options?: SimulatorOptions; play: (scene: Scene) => Promise<void> }> = {
  'eight threads that share a token, which is revoked': {
    async play(scene) {
      const client = await signedInProgram(scene);
      await Promise.all(Array.from({ length: 8 }, () => client.permissions()));
      scene.control.revokeTokens();
      await Promise.all(Array.from({ length: 8 }, () => client.search(FLEET)));
      await client.signIn();
      expect((await client.search(FLEET)).status).toBe(200);
    },
  },
  'eight workers that sign in at the same time': {
    async play({ program }) {
      const workers = Array.from({ length: 8 }, program);
      await Promise.all(workers.map((each) => each.signIn()));
      await Promise.all(workers.map((each) => each.permissions()));
    },
  },
  'thirty pods that start one after the other and continue': {
    async play(scene) {
      const pods: ScriptedClient[] = [];
      for (let pod = 0; pod < 30; pod++) {
        const client = await signedInProgram(scene);
        await client.permissions();
        pods.push(client);
      }
      scene.wait(1);
      for (const client of pods) await client.search(FLEET);
    },
  },
  'twelve short programs one after the other': {
    async play(scene) {
      for (let run = 0; run < 12; run++) {
        const client = await signedInProgram(scene);
        await client.permissions();
        await client.search(FLEET);
        const stream = await client.stream();
        expect(stream.status).toBe(200);
        await stream.close();
      }
    },
  },
  'one that takes over after its own crash': {
    options: { secondSubscriber: 'end-first' },
    async play(scene) {
      (await (await signedInProgram(scene)).stream()).crash();
      expect((await (await signedInProgram(scene)).stream()).status).toBe(200);
    },
  },
  'one that reconnects 20 ms after it closed': {
    options: { secondSubscriber: 'end-first' },
    async play(scene) {
      const client = await signedInProgram(scene);
      await (await client.stream()).close();
      scene.wait(0.02);
      expect((await client.stream()).status).toBe(200);
    },
  },
  "one with axios' Accept header": {
    async play(scene) {
      const client = await signedInProgram(scene);
      await client.permissions({ headers: AXIOS });
      await client.search(FLEET, AXIOS);
      expect((await client.stream(AXIOS)).status).toBe(200);
    },
  },
  'one in an outage of ten minutes, with waits up to 30 s and jitter': {
    async play(scene) {
      scene.control.planFault({ endpoint: 'subscribe', ...UNAVAILABLE });
      await outage(scene, backoff(), 600);
    },
  },
  'one in an outage of ten minutes, with a constant wait of 10 s': {
    async play(scene) {
      scene.control.planFault({ endpoint: 'subscribe', ...UNAVAILABLE });
      await outage(scene, always(10), 600);
    },
  },
  'one in an outage of ten minutes of the service at scale 60, with waits up to 30 s of the service': {
    options: { timeScale: 60 },
    async play(scene) {
      scene.control.planFault({ endpoint: 'subscribe', ...UNAVAILABLE });
      await outage(scene, backoff({ first: 1 / 30, cap: 0.5 }), 10);
    },
  },
  'one in an outage of ten minutes of its own at scale 60': {
    options: { timeScale: 60 },
    async play(scene) {
      scene.control.planFault({ endpoint: 'subscribe', ...UNAVAILABLE });
      await outage(scene, backoff(), 600);
    },
  },
  'one that asks for a taken seat every 30 s of the service, at scale 60': {
    options: { timeScale: 60 },
    async play(scene) {
      scene.control.takeSeat(true);
      await outage(scene, always(0.5), 20);
    },
  },
  'one that repeats a search through an outage of ten minutes': {
    async play(scene) {
      const client = scene.program();
      const renewToken = tokenRenewal(client);
      scene.control.planFault({ endpoint: 'search', times: 20, answer: { status: 503 } });
      let passed = 0;
      for (const wait of backoff()) {
        await renewToken(passed);
        if ((await client.search(FLEET)).status === 200) return;
        scene.wait(wait);
        passed += wait;
      }
    },
  },
  'two pods, of which one must wait for Retry-After': {
    async play(scene) {
      const pods = [await signedInProgram(scene), await signedInProgram(scene)];
      scene.control.planFault({ endpoint: 'search', answer: { status: 429, headers: { 'retry-after': '7' } } });
      for (const client of pods) {
        await client.search(FLEET);
        scene.wait(1);
      }
    },
  },
  'eight threads that share a token, of which one must wait for Retry-After': {
    async play(scene) {
      const client = await signedInProgram(scene);
      await Promise.all(Array.from({ length: 8 }, () => client.search(FLEET)));
      scene.control.planFault({ endpoint: 'search', answer: { status: 503, headers: { 'retry-after': '7' } } });
      await Promise.all(Array.from({ length: 8 }, () => client.search(FLEET)));
      scene.wait(8);
      expect((await client.search(FLEET)).status).toBe(200);
    },
  },
  'one that reads until a page is empty, and checks once more': {
    async play(scene) {
      const client = await signedInProgram(scene);
      let after = await client.page({ limit: 1000 });
      for (let page = 0; page < 2; page++) after = await client.page({ limit: 1000, after });
    },
  },
  'one that reconnects at once when its session ends': {
    async play(scene) {
      const client = await signedInProgram(scene);
      for (let session = 0; session < 3; session++) {
        const stream = await client.stream();
        expect(stream.status).toBe(200);
        scene.control.endSession();
        await stream.ended();
      }
      expect((await client.stream({ accept: 'text/event-stream', 'last-event-id': 'x' })).status).toBe(200);
    },
  },
  'one that leaves a silent stream after 75 s': {
    async play(scene) {
      const client = await signedInProgram(scene);
      const stream = await client.stream();
      scene.control.stall(true);
      scene.wait(75);
      await stream.close();
    },
  },
  'one whose stream is cut twice, and that comes back after 80 s and then two minutes': {
    async play(scene) {
      const client = await signedInProgram(scene);
      for (const wait of [80, 120]) {
        const stream = await client.stream();
        scene.control.dropStreams('reset');
        await stream.ended();
        scene.wait(wait);
        await client.signIn();
      }
      expect((await client.stream()).status).toBe(200);
    },
  },
  'one that asks for a seat every two minutes, and gets it just before it would ask again': {
    async play(scene) {
      const client = await signedInProgram(scene);
      scene.control.takeSeat(true);
      for (const wait of [60, 120, 120]) {
        await (await client.stream()).ended();
        scene.wait(wait);
        await client.signIn();
      }
      await (await client.stream()).ended();
      scene.control.takeSeat(false);
      scene.wait(120);
      await client.signIn();
      expect((await client.stream()).status).toBe(200);
    },
  },
  'one that waits for Retry-After before it requests the stream again': {
    async play(scene) {
      const client = await signedInProgram(scene);
      scene.control.planFault({ endpoint: 'subscribe', answer: { status: 503, headers: { 'retry-after': '200' } } });
      await (await client.stream()).ended();
      scene.wait(201);
      expect((await client.stream()).status).toBe(200);
    },
  },
  'one that waits five minutes, as the last `retry` of its stream says': {
    async play(scene) {
      const client = await signedInProgram(scene);
      const stream = await client.stream();
      scene.control.emit({ event: 'PAUSE', retry: 240_000, data: '' });
      scene.control.dropStreams('end');
      await stream.ended();
      scene.wait(241);
      expect((await client.stream()).status).toBe(200);
    },
  },
  'one that cannot come back because it gets no token': {
    async play(scene) {
      const client = await signedInProgram(scene);
      const stream = await client.stream();
      scene.control.revokeTokens();
      scene.control.planFault({ endpoint: 'token', times: 10, answer: { status: 503 } });
      scene.control.dropStreams('end');
      await stream.ended();
      await (await client.stream()).ended();
      for (const wait of [5, 15, 30, 31, 33, 32, 30, 34, 31, 30]) {
        await client.signIn();
        scene.wait(wait);
      }
      await client.signIn();
      expect((await client.stream()).status).toBe(200);
    },
  },
  'one whose secret was changed, and that waits for its operator': {
    async play(scene) {
      const client = await signedInProgram(scene);
      const stream = await client.stream();
      scene.control.revokeTokens();
      scene.control.dropStreams('end');
      await stream.ended();
      await (await client.stream()).ended();
      scene.control.planFault({ endpoint: 'token', answer: { status: 401, body: { error: 'invalid_client' } } });
      await client.signIn();
      scene.wait(600);
    },
  },
  'one that is forbidden to subscribe, and stops': {
    async play(scene) {
      const client = await signedInProgram(scene);
      scene.control.planFault({ endpoint: 'subscribe', answer: { status: 403 } });
      await (await client.stream()).ended();
      scene.wait(600);
    },
  },
  'one that gives up at a taken seat, as long as it is taken': {
    async play(scene) {
      scene.control.takeSeat(true);
      await (await (await signedInProgram(scene)).stream()).ended();
      scene.wait(600);
    },
  },
  'one that closes its stream, and stops': {
    async play(scene) {
      await (await (await signedInProgram(scene)).stream()).close();
      scene.wait(600);
    },
  },
  'two of which one is ready to take over, and does': {
    async play(scene) {
      const [active, standby] = [await signedInProgram(scene), await signedInProgram(scene)];
      const stream = await active.stream();
      scene.control.dropStreams('end');
      await stream.ended();
      scene.wait(4);
      expect((await standby.stream()).status).toBe(200);
      scene.wait(600);
    },
  },
  'one that uses its token until just before its end': {
    async play(scene) {
      const client = await signedInProgram(scene);
      for (const wait of [100, 100, 99]) {
        scene.wait(wait);
        expect((await client.search(FLEET)).status).toBe(200);
      }
    },
  },
  'one at scale 60 that waits for each `retry` while the service ends its streams at once': {
    options: { timeScale: 60 },
    async play(scene) {
      const client = await signedInProgram(scene);
      for (let round = 0; round < 12; round++) {
        const stream = await client.stream();
        scene.control.dropStreams('end');
        await stream.ended();
        scene.wait(0.05);
      }
    },
  },
  'one that repeats a failed localization at once, and then after five minutes': {
    async play(scene) {
      const client = await signedInProgram(scene);
      for (const wait of [30, 300, 300]) {
        await client.localize();
        scene.wait(wait);
        await client.signIn();
      }
    },
  },
  'one whose correct requests a proxy refuses': {
    async play(scene) {
      const client = await signedInProgram(scene);
      for (const status of [400, 404, 405, 413, 415])
        scene.control.planFault({ endpoint: 'search', answer: { status } });
      for (const wait of [1, 2, 4, 8, 16]) {
        await client.search(FLEET);
        scene.wait(wait);
      }
    },
  },
  'a monitor, a browser and a preflight without credentials': {
    async play({ program }) {
      const client = program();
      for (const path of ['/', '/favicon.ico', '/health']) await client.send(path);
      await client.send('/iot-connect/subscription-inventory/v2/search', { method: 'OPTIONS' });
    },
  },
};

test.each(Object.entries(clients))('[SIM-110] finds nothing in %s', async (_, { options, play }) => {
  const scene = await sceneWith(options);
  await play(scene);
  expect(scene.control.report().findings).toEqual([]);
});
