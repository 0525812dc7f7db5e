/** Compares the name of one cause at every place that shows it. */
import { expect, test } from 'vitest';
import { groupTarget } from '../../src-renderer/components/case-actions/action-target.ts';
import { dueReminders } from '../../src-renderer/frame/notices/reminders.ts';
import { awaySummary } from '../../src-renderer/screens/watch/away-summary.ts';
import { groupTitle } from '../../src-renderer/screens/watch/group-words.ts';
import { alarmRows } from '../../src-main/hosts/cli/cases/alarm-lines.ts';
import { type Cause, causeKey } from '../../src-shared/domain/cases/case-keys.ts';
import { watchIdSchema } from '../../src-shared/domain/identity.ts';
import type { Outcome } from '../../src-shared/domain/event/outcomes.ts';
import { alarmTitle, notificationTexts } from '../../src-shared/words/alarms/alarm-words.ts';
import { causeLineWords } from '../../src-shared/words/report-words.ts';
import { failureGroupName } from '../../src-shared/words/request-group-words.ts';
import { aboutFailures, anAlarm } from '../doubles/alarms.ts';
import { aFailureGroup } from '../doubles/board.ts';
import { START } from '../doubles/page-watch.ts';
import { aCauseLine, aShiftReport } from '../doubles/shift-report.ts';

const cause: Cause = { kind: 'request', operation: 'CHANGE_SUBSCRIPTIONSTATE', type: 'DCP_ERROR', code: '70' };
const SPAN = { watch: watchIdSchema.parse('w'), from: 0, to: 1, zone: 'UTC', by: '' };

test.each<readonly [failedResources: number, resources: number, outcome: Outcome, name: string]>([
  [18, 98, 'partial', 'State change: 18 of 98 resources failed'],
  [98, 98, 'failed', 'State change: all 98 resources failed'],
  [0, 0, 'partial', 'State change partly failed'],
  [0, 0, 'failed', 'State change failed'],
])(
  '[ALARM-16] a cause with %i of %i failed resources, %s, has one name on Watch, in dialogs, reminders, reports, alarms, notifications and on the command line: %s',
  (failedResources, resources, outcome, name) => {
    const counts = { failedResources, resources };
    const group = aFailureGroup({ cause, outcome, open: 11, ...counts, remindAt: START });
    const consequence = outcome === 'partial' ? 'partial' : 'refused';
    const line = aCauseLine(cause, { consequence, opened: 11, ...counts });
    const about = aboutFailures({
      cause: causeKey(cause),
      failures: 11,
      requests: 11,
      wholly: 2,
      eids: 0,
      countries: [],
      only: null,
      ...counts,
    });
    const alarm = anAlarm({ about, severity: outcome === 'partial' ? 'partial' : 'failed' });
    const notification = notificationTexts(alarm, { profile: 'Acme', practice: false }, 'UTC');
    const scale = ' · 11 requests (2 failed completely) · since 12:00';
    expect({
      watch: groupTitle(group),
      topCausesAndWall: failureGroupName(group),
      dialogs: groupTarget(group).name,
      reminder: dueReminders([group], START)[0]?.title,
      report: causeLineWords(line),
      since: awaySummary(aShiftReport(SPAN, { requests: [line] }), String).lines[0]?.words,
      alarm: alarmTitle(alarm, 'UTC'),
      notification: [notification.title, notification.body.split('\n')[2]].join(' · '),
      commandLine: alarmRows.columns.at(-1)?.cell({ alarm, outlets: [] }),
    }).toEqual({
      watch: name,
      topCausesAndWall: name,
      dialogs: name,
      reminder: `Reminder: ${name}, 11 open`,
      report: `${name}, DCP_ERROR 70`,
      since: `${name} · 11 requests`,
      alarm: name + scale,
      notification: name + scale,
      commandLine: name + scale,
    });
  },
);
