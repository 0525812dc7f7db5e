import * as z from 'zod';
import { faultPlanRecordSchema, faultPlanSchema } from '../http/fault-plan.ts';
import { Refusal } from '../service/refusal.ts';
import type { SimulatorControl } from './control.ts';
import { type ControlAction, controlAction, controlCommand } from './control-action.ts';

const id = z.strictObject({ id: z.string() });

export function faultActions(control: SimulatorControl): ControlAction[] {
  return [
    controlAction('POST fault-plans', {
      summary: 'Plans what requests to an endpoint get instead of the response, or how the response is sent',
      body: faultPlanSchema,
      response: id,
      perform: (plan) => ({ id: control.planFault(plan) }),
    }),
    controlAction('GET fault-plans', {
      summary: 'The plans in the order in which they apply, and how many requests each has met',
      response: z.array(faultPlanRecordSchema),
      perform: () => control.faultPlans(),
    }),
    controlCommand('DELETE fault-plans/:id', {
      summary: 'Deletes one plan; requests that it has already met continue',
      body: id,
      perform(plan) {
        if (control.forgetFaultPlan(plan.id)) return;
        throw new Refusal(404, 'not_found', `There is no fault plan ${plan.id}.`);
      },
    }),
    controlAction('DELETE fault-plans', {
      summary: 'Deletes all plans',
      response: z.strictObject({ forgotten: z.int() }),
      perform: () => ({ forgotten: control.forgetFaultPlans() }),
    }),
  ];
}
