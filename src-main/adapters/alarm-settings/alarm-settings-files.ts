/**
 * The alarm settings of a profile as a file beside its store: text that people can read. It is written whole or not at all;
 * one that cannot be understood is left as it is, since it is people's own work.
 */
import { join } from 'node:path';
import { appError } from '../../../src-shared/api/errors.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../../src-shared/domain/alarm.ts';
import { parseAlarmSettings, printAlarmSettings } from '../../../src-shared/domain/alarm-settings-text.ts';
import type { AlarmFiles } from '../../core/ports/alarm-files.ts';
import type { StoreIdentity } from '../../core/ports/event-store.ts';
import { readUserText } from '../files/user-file.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';

/** @param directoryOf where the store of a profile is */
export function createAlarmSettingsFiles(directoryOf: (place: StoreIdentity) => string): AlarmFiles {
  const pathOf = (place: StoreIdentity) => join(directoryOf(place), 'alarms.json');
  return {
    async read(place) {
      const path = pathOf(place);
      const text = await readUserText(path, { code: 'ALARMS_DAMAGED', facts: { path } });
      if (text === null) return DEFAULT_ALARM_SETTINGS;
      const { settings, problems } = parseAlarmSettings(text);
      // Of settings that are understood in part the rest would be lost with the next change.
      if (problems.length > 0) throw appError('ALARMS_DAMAGED', { path });
      return settings;
    },
    write: (place, settings) => writeFileAtomically(pathOf(place), printAlarmSettings(settings)),
  };
}
