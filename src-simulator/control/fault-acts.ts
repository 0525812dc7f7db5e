/** Wrong answers that are planned. */
import * as z from 'zod';
import { faultyEndpoints } from '../door/door.ts';
import type { SimulatorControl } from './control.ts';
import { type ControlAct, controlAct, nothing } from './control-act.ts';

export function faultActs(control: SimulatorControl): ControlAct[] {
  return [
    controlAct({
      method: 'POST',
      name: 'answer-next',
      summary: "What the next requests to an endpoint get instead of the service's answer",
      body: z.strictObject({
        path: z.enum(faultyEndpoints),
        times: z.int().positive().optional(),
        status: z.int().min(200).max(599).default(503),
        headers: z.record(z.string(), z.string()).optional(),
        body: z.unknown().optional(),
        fault: z.enum(['hang', 'reset']).optional(),
      }),
      answer: nothing,
      perform(answer) {
        control.answerNext(answer);
        return {};
      },
    }),
  ];
}
