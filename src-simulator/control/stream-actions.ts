import * as z from 'zod';
import type { SimulatorControl } from './control.ts';
import { type ControlAction, controlAction, controlCommand, domainId } from './control-action.ts';

const subscribers = z.strictObject({ subscribers: z.int() });
const commonFields = { domain: domainId, pieceBytes: z.int().positive().optional() };
const raw = z.union([
  z.strictObject({ text: z.string(), ...commonFields }),
  z.strictObject({ base64: z.base64(), ...commonFields }),
]);

export function streamActions(control: SimulatorControl): ControlAction[] {
  return [
    controlAction('POST emit', {
      summary: 'Sends any event; without an id or a retry if that is null',
      body: z.strictObject({
        domain: domainId,
        event: z.string(),
        id: z.string().nullable().optional(),
        retry: z.number().nullable().optional(),
        data: z.unknown(),
      }),
      response: subscribers,
      perform: ({ domain, event, id, retry, data }) => ({
        subscribers: control.forDomain(domain).emit({
          event,
          data,
          ...(id !== undefined && { id }),
          ...(retry !== undefined && { retry }),
        }),
      }),
    }),
    controlAction('POST emit-many', {
      summary: 'Sends an event `count` times, `perSecond` each second, and responds when all are sent',
      body: z.strictObject({
        domain: domainId,
        event: z.string(),
        data: z.unknown(),
        count: z.int().min(1).max(10_000_000),
        perSecond: z.int().min(1).max(20_000).default(5_000),
      }),
      response: z.strictObject({ got: z.int() }),
      perform: async ({ domain, event, data, count, perSecond }) => ({
        got: await control.forDomain(domain).emitMany({ event: { event, data }, count, perSecond }),
      }),
    }),
    controlAction('POST emit-heartbeat', {
      summary: 'Sends an extra heartbeat',
      body: z.strictObject({ domain: domainId }),
      response: subscribers,
      perform: ({ domain }) => ({ subscribers: control.forDomain(domain).emitHeartbeat() }),
    }),
    controlAction('POST emit-localization', {
      summary: 'Sends one localization of a random subscription',
      body: z.strictObject({ domain: domainId, failed: z.boolean().default(false) }),
      response: subscribers,
      perform: ({ domain, failed }) => ({ subscribers: control.forDomain(domain).emitLocalization(failed) }),
    }),
    controlAction('POST emit-connectivity-request', {
      summary: 'Sends one request with the given numbers of subscriptions and failures',
      body: z.strictObject({
        domain: domainId,
        resources: z.int().min(1).max(10_000).default(1),
        failed: z.int().min(0).default(0),
      }),
      response: subscribers,
      perform: ({ domain, resources, failed }) => ({
        subscribers: control.forDomain(domain).emitConnectivityRequest(resources, failed),
      }),
    }),
    controlAction('POST send-raw', {
      summary: 'Sends any bytes to the open streams, in pieces',
      body: raw,
      response: subscribers,
      async perform(body) {
        const bytes = 'text' in body ? body.text : Buffer.from(body.base64, 'base64');
        return { subscribers: await control.forDomain(body.domain).sendRaw(bytes, body.pieceBytes) };
      },
    }),
    controlAction('POST drop-streams', {
      summary: 'Closes the open streams in order, or with a TCP reset',
      body: z.strictObject({ domain: domainId, cut: z.enum(['end', 'reset']).default('end') }),
      response: z.strictObject({ dropped: z.int() }),
      perform: ({ domain, cut }) => ({ dropped: control.forDomain(domain).dropStreams(cut) }),
    }),
    controlAction('POST end-session', {
      summary: 'Sends SUBSCRIPTION_ENDED, then disconnects',
      body: z.strictObject({ domain: domainId }),
      response: z.strictObject({ ended: z.int() }),
      perform: ({ domain }) => ({ ended: control.forDomain(domain).endSession() }),
    }),
    controlCommand('POST stall', {
      summary: 'Accepts connections but sends nothing, on open streams too',
      body: z.strictObject({ domain: domainId, on: z.boolean() }),
      perform: ({ domain, on }) => control.forDomain(domain).stall(on),
    }),
    controlCommand('POST take-seat', {
      summary: 'Gives the seat of the domain to another subscriber, or takes it back',
      body: z.strictObject({ domain: domainId, taken: z.boolean() }),
      perform: ({ domain, taken }) => control.forDomain(domain).takeSeat(taken),
    }),
    controlCommand('POST set-scenario', {
      summary: 'Plays another scenario from its start; ends stall, seat and planned responses',
      body: z.strictObject({ domain: domainId, name: z.string() }),
      perform: ({ domain, name }) => control.forDomain(domain).setScenario(name),
    }),
    controlAction('GET subscribers', {
      summary: 'The clients that are connected to the stream',
      body: z.strictObject({ domain: domainId }),
      response: z.array(z.strictObject({ account: z.string(), since: z.number(), lastEventId: z.string().nullable() })),
      perform: ({ domain }) => control.forDomain(domain).subscribers(),
    }),
  ];
}
