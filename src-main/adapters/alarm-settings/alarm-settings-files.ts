/**
 * Stores the alarm settings of a profile as readable text next to its event store. Writes are atomic. A file that
 * cannot be parsed is left unchanged, since it is the user's work.
 */
import { join } from 'node:path';
import { appError } from '../../../src-shared/api/errors.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../../src-shared/domain/cases/alarm.ts';
import { parseAlarmSettings, printAlarmSettings } from '../../../src-shared/domain/cases/alarm-settings-text.ts';
import type { AlarmFiles } from '../../core/ports/alarm-files.ts';
import type { StoreIdentity } from '../../core/ports/event-store.ts';
import { readUserText } from '../files/user-file.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';

export function createAlarmSettingsFiles(directoryOf: (identity: StoreIdentity) => string): AlarmFiles {
  const pathOf = (identity: StoreIdentity) => join(directoryOf(identity), 'alarms.json');
  return {
    async read(identity) {
      const path = pathOf(identity);
      const text = await readUserText(path, { code: 'ALARMS_DAMAGED', facts: { path } });
      if (text === null) return DEFAULT_ALARM_SETTINGS;
      const { settings, problems } = parseAlarmSettings(text);
      // If settings were accepted in part, the next change would delete the rest.
      if (problems.length > 0) throw appError('ALARMS_DAMAGED', { path });
      return settings;
    },
    write: (identity, settings) => writeFileAtomically(pathOf(identity), printAlarmSettings(settings)),
  };
}
