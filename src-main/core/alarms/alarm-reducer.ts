import { smallest } from '../lib/smallest.ts';
import { assertNever } from '../../../src-shared/lib/assert-never.ts';
import type { AlarmState } from './alarm-state.ts';
import { AlarmDraft } from './alarm-draft.ts';
import { muteGroups, applyEvents, sendDueSummaries } from './failing-groups.ts';
import { openAlarm, openedElsewhere, recordDelivery, acknowledgeAlarms, acknowledgeCauses } from './alarm-feedback.ts';
import { applyOverdue } from './overdue-alarms.ts';
import { updateOverflow } from './overflow.ts';
import { recoverDueAlarms, showAgain } from './recover-alarms.ts';
import { applySignals, notifyDelayedSignals } from './watching-signals.ts';
import type { AlarmInput, AlarmContext, AlarmStep } from './alarm-step.ts';

export function reduceAlarms(state: AlarmState, input: AlarmInput, context: AlarmContext): AlarmStep<AlarmState> {
  const draft = new AlarmDraft(state, context);
  recoverDueAlarms(draft);
  applyInput(draft, input);
  draft.prune();
  const dueAt = [sendDueSummaries(draft), notifyDelayedSignals(draft), updateOverflow(draft)];
  return draft.step(smallest(...dueAt));
}

function applyInput(draft: AlarmDraft, input: AlarmInput): void {
  switch (input.kind) {
    case 'events':
      return applyEvents(draft, input.events);
    case 'signals':
      return applySignals(draft, input.signals);
    case 'overdue':
      return applyOverdue(draft, input.groups);
    case 'time':
      return;
    case 'delivery':
      return recordDelivery(draft, input.alarm, { ...input.delivery, at: draft.now });
    case 'opened':
      return openAlarm(draft, input.alarm, input.wasClicked);
    case 'opened-elsewhere':
      return acknowledgeAlarms(draft, openedElsewhere(draft.alarms(), input.opened));
    case 'seen':
      return acknowledgeAlarms(draft, input.alarms);
    case 'taken':
      return acknowledgeCauses(draft, input.causes);
    case 'muted':
      return muteGroups(draft, input.causes);
    case 'desktop-returned':
      return showAgain(draft);
    case 'test':
      return sendTestAlarm(draft);
    default:
      return assertNever(input);
  }
}

/** Shows an example alarm, regardless of quiet hours and limits. It sounds if any enabled rule sounds. */
function sendTestAlarm(draft: AlarmDraft): void {
  const { now, context } = draft;
  const { standard, watching } = context.settings;
  const sound = watching.sound || Object.values(standard).some((rule) => rule.on && rule.sound);
  const times = { since: now, firstAt: now, lastAt: now, firstSeq: null, lastSeq: null };
  const how = { banner: true, sound, badge: false };
  const { id } = draft.add({ about: { kind: 'test' }, severity: 'event', rules: [], how, ...times }, null);
  draft.notify(id, false);
}
