import * as z from 'zod';
import { scenarios } from '../configuration/scenario-list.ts';
import type { ClockState, SimulatorControl } from './control.ts';
import { type ControlAction, controlAction, controlCommand } from './control-action.ts';

const clockResponse = z.strictObject({
  clock: z.enum(['manual', 'system']),
  now: z.iso.datetime(),
  nextDueAt: z.iso.datetime().nullable(),
});

const timeText = (at: number) => new Date(at).toISOString();

const responseOf = ({ clock, now, nextDueAt }: ClockState) => ({
  clock,
  now: timeText(now),
  nextDueAt: nextDueAt === null ? null : timeText(nextDueAt),
});

export function serviceActions(control: SimulatorControl): ControlAction[] {
  return [
    controlCommand('POST revoke-tokens', {
      summary: 'Revokes all access tokens issued so far; open streams stay open',
      body: z.strictObject({ refreshTokens: z.boolean().default(false) }),
      perform: (options) => control.revokeTokens(options),
    }),
    controlAction('GET health', {
      summary: 'Shows that it runs, its contract version, its domains and the time of the service',
      response: z.strictObject({
        ok: z.literal(true),
        contractVersion: z.string(),
        uptime: z.number(),
        scenario: z.string(),
        time: z.iso.datetime(),
        domains: z
          .array(z.strictObject({ id: z.string(), subscriptions: z.int(), subscribers: z.int(), scenario: z.string() }))
          .readonly(),
      }),
      perform: () => control.health(),
    }),
    controlAction('GET scenarios', {
      summary: 'The scenarios',
      response: z.array(z.strictObject({ name: z.string(), title: z.string(), description: z.string() })),
      perform: () => [...scenarios],
    }),
    controlAction('GET clock', {
      summary: 'The time of the service, and when the next action is due if the clock is manual',
      response: clockResponse,
      perform: () => responseOf(control.clock()),
    }),
    controlAction('POST advance', {
      summary: 'Advances a manual clock; due actions happen in order, each at its own time',
      body: z.union([
        z.strictObject({ seconds: z.number().min(0) }),
        z.strictObject({ until: z.iso.datetime({ offset: true }) }),
      ]),
      response: clockResponse,
      perform: async (winding) =>
        responseOf(
          await control.advance(
            'seconds' in winding ? { seconds: winding.seconds } : { until: Date.parse(winding.until) },
          ),
        ),
    }),
  ];
}
