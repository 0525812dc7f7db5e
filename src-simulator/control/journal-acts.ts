/** What was asked of the service. */
import * as z from 'zod';
import { endpoints } from '../door/endpoints.ts';
import type { SimulatorControl } from './control.ts';
import { type ControlAct, controlAct, nothing } from './control-act.ts';

export function journalActs(control: SimulatorControl): ControlAct[] {
  return [
    controlAct({
      method: 'GET',
      name: 'counters',
      summary: 'How often each endpoint was asked',
      body: nothing,
      answer: z.record(z.enum(endpoints), z.int()),
      perform: () => control.counters(),
    }),
    controlAct({
      method: 'GET',
      name: 'requests',
      summary: 'The last thousand requests, without headers, query and body',
      body: nothing,
      answer: z.array(
        z.strictObject({
          at: z.number(),
          method: z.string(),
          path: z.string(),
          endpoint: z.enum(endpoints),
          status: z.int().nullable(),
        }),
      ),
      perform: () => control.requests(),
    }),
  ];
}
