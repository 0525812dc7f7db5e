/**
 * The alarm settings of a profile as a file beside its store: text that people can read. It is written whole or not at all;
 * one that cannot be understood is left as it is, since it is people's own work.
 */
import { join } from 'node:path';
import { appError } from '../../../src-shared/api/errors.ts';
import { USUAL_ALARM_SETTINGS } from '../../../src-shared/domain/alarm.ts';
import { parseAlarmSettings, printAlarmSettings } from '../../../src-shared/domain/alarm-settings-text.ts';
import type { AlarmFiles } from '../../core/ports/alarm-files.ts';
import type { StorePlace } from '../../core/ports/event-store.ts';
import { readPeoplesText } from '../files/people-file.ts';
import { writeWholeFile } from '../files/whole-file.ts';

/** @param directoryOf where the store of a profile is */
export function createAlarmSettingsFiles(directoryOf: (place: StorePlace) => string): AlarmFiles {
  const pathOf = (place: StorePlace) => join(directoryOf(place), 'alarms.json');
  return {
    async read(place) {
      const path = pathOf(place);
      const text = await readPeoplesText(path, { code: 'ALARMS_DAMAGED', facts: { path } });
      if (text === null) return USUAL_ALARM_SETTINGS;
      const { settings, problems } = parseAlarmSettings(text);
      // Of settings that are understood in part the rest would be lost with the next change.
      if (problems.length > 0) throw appError('ALARMS_DAMAGED', { path });
      return settings;
    },
    write: (place, settings) => writeWholeFile(pathOf(place), printAlarmSettings(settings)),
  };
}
