import * as z from 'zod';
import type { ClockState, SimulatorControl } from './control.ts';
import { type ControlAction, controlAction, nothing } from './control-action.ts';

const clockResponse = z.strictObject({
  clock: z.enum(['manual', 'system']),
  now: z.iso.datetime(),
  nextDueAt: z.iso.datetime().nullable(),
});

const time = (at: number) => new Date(at).toISOString();

const responseOf = ({ clock, now, nextDueAt }: ClockState) => ({
  clock,
  now: time(now),
  nextDueAt: nextDueAt === null ? null : time(nextDueAt),
});

export function timeActions(control: SimulatorControl): ControlAction[] {
  return [
    controlAction({
      method: 'GET',
      name: 'clock',
      summary: 'The time of the service, and when the next action is due if the clock is manual',
      body: nothing,
      response: clockResponse,
      perform: () => responseOf(control.clock()),
    }),
    controlAction({
      method: 'POST',
      name: 'advance',
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
