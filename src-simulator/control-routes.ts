/** The control of `control.ts` over HTTP, for programs that did not start the simulator themselves. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SimulatorControl } from './control.ts';
import { faultyEndpoints } from './door.ts';
import { scenarios } from './scenarios.ts';
import { parse, Refusal } from './service-routes.ts';

const eventSchema = z.strictObject({
  event: z.string(),
  id: z.string().nullable().optional(),
  retry: z.number().nullable().optional(),
  data: z.unknown(),
});
const rawSchema = z.union([
  z.strictObject({ text: z.string(), pieceBytes: z.int().positive().optional() }),
  z.strictObject({ base64: z.base64(), pieceBytes: z.int().positive().optional() }),
]);
const answerSchema = z.strictObject({
  path: z.enum(faultyEndpoints),
  times: z.int().positive().optional(),
  status: z.int().min(200).max(599).default(503),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  fault: z.enum(['hang', 'reset']).optional(),
});

export function addControlRoutes(app: FastifyInstance, control: SimulatorControl): void {
  // A page of another site may not play with it through its reader's browser; programs send no Origin.
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/control/') && request.headers.origin !== undefined)
      throw new Refusal(403, 'forbidden', 'The control is for programs, not for pages.');
  });

  /** POST /control/<name> with a JSON object; answers `{}` or what the act tells. */
  const act = <Schema extends z.ZodType>(
    name: string,
    schema: Schema,
    perform: (body: z.output<Schema>) => Promise<object | void> | object | void,
  ) => app.post(`/control/${name}`, async (request) => (await perform(parse(schema, request.body ?? {}))) ?? {});

  act('emit', eventSchema, ({ event, id, retry, data }) => ({
    subscribers: control.emit({
      event,
      data,
      ...(id !== undefined && { id }),
      ...(retry !== undefined && { retry }),
    }),
  }));
  act('emit-heartbeat', z.strictObject({}), () => ({ subscribers: control.emitHeartbeat() }));
  act('emit-localization', z.strictObject({ failed: z.boolean().default(false) }), ({ failed }) => ({
    subscribers: control.emitLocalization(failed),
  }));
  act(
    'emit-connectivity-request',
    z.strictObject({ resources: z.int().min(1).max(10_000).default(1), failed: z.int().min(0).default(0) }),
    ({ resources, failed }) => ({ subscribers: control.emitConnectivityRequest(resources, failed) }),
  );
  act('send-raw', rawSchema, async (body) => {
    const bytes = 'text' in body ? body.text : Buffer.from(body.base64, 'base64');
    await control.sendRaw(bytes, body.pieceBytes);
  });
  act('drop-streams', z.strictObject({ cut: z.enum(['end', 'reset']).default('end') }), ({ cut }) => ({
    dropped: control.dropStreams(cut),
  }));
  act('end-session', z.strictObject({}), () => ({ ended: control.endSession() }));
  act('stall', z.strictObject({ on: z.boolean() }), ({ on }) => control.stall(on));
  act('take-seat', z.strictObject({ taken: z.boolean() }), ({ taken }) => control.takeSeat(taken));
  act('answer-next', answerSchema, (answer) => control.answerNext(answer));
  act('revoke-tokens', z.strictObject({ refreshTokens: z.boolean().default(false) }), (options) =>
    control.revokeTokens(options),
  );
  act('set-scenario', z.strictObject({ name: z.string() }), ({ name }) => control.setScenario(name));
  app.get('/control/scenarios', () => scenarios);
  app.get('/control/subscribers', () => control.subscribers());
  app.get('/control/counters', () => control.counters());
  app.get('/control/requests', () => control.requests());
}
