import * as z from 'zod';
import { servesThisComputerOnly } from '../listening.ts';
import type { Listening } from '../configuration/configuration.ts';
import { Refusal } from '../service/refusal.ts';
import type { ReplayState } from '../scenarios/replay.ts';
import type { SimulatorControl } from './control.ts';
import { type ControlAction, controlAction, domainId } from './control-action.ts';

const time = z.iso.datetime().nullable();
const replayResponse = z.union([
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({
    state: z.enum(['waiting', 'playing', 'ended', 'failed']),
    file: z.string(),
    events: z.int(),
    played: z.int(),
    leftOut: z.int(),
    from: time,
    to: time,
  }),
]);

const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function responseOf(state: ReplayState | null): z.input<typeof replayResponse> {
  return state === null ? { state: 'none' } : { ...state, from: timeOf(state.from), to: timeOf(state.to) };
}

/** Clients on other computers must not learn which files this computer has. */
const NOT_BY_NAME =
  'This simulator is open to other computers, so its control opens no files. Name the file with --replay when you start it.';

export function replayActions(control: SimulatorControl, listening: Listening): ControlAction[] {
  return [
    controlAction('POST replay', {
      summary: 'Plays the events of a JSON Lines file from its start, instead of a scenario',
      body: z.strictObject({ domain: domainId, file: z.string().min(1), sessionEvents: z.boolean().optional() }),
      response: replayResponse,
      async perform({ domain, file, sessionEvents }) {
        if (!servesThisComputerOnly(listening)) throw new Refusal(403, 'forbidden', NOT_BY_NAME);
        return responseOf(await control.forDomain(domain).replay({ file, sessionEvents }));
      },
    }),
    controlAction('GET replay', {
      summary: 'Progress of the replay; none if a scenario is played',
      body: z.strictObject({ domain: domainId }),
      response: replayResponse,
      perform: ({ domain }) => responseOf(control.forDomain(domain).replayState()),
    }),
  ];
}
