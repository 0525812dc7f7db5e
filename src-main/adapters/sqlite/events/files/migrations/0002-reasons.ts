/** Completes rows of earlier versions: gaps whose reason may have been either of two, and alarms without a count. */
import type { Database } from 'better-sqlite3';

export function nameReasons(database: Database): void {
  database.exec(`
    UPDATE gap SET reason = 'not-running', detail = ifnull(detail || '; ', '') || 'or held-back' WHERE reason = 'suspended';
    UPDATE session SET reason = 'not-running', detail = ifnull(detail || '; ', '') || 'or held-back' WHERE reason = 'suspended';
    UPDATE projection_record SET value = json_set(value, '$.about.wholly', 0)
      WHERE projection = 'alarms' AND CASE WHEN json_valid(value)
        THEN json_extract(value, '$.about.kind') = 'failures' AND json_extract(value, '$.about.wholly') IS NULL END;
  `);
}
