/**
 * A shift report for others: numbers of subscribers, which a code or a note may hold, are masked by their form. Your own
 * team wrote the notes, so their words stay.
 */
import type { ShiftReport } from '../../../src-shared/api/reports.ts';
import type { MaskedField } from '../../../src-shared/domain/masked-fields.ts';
import { Mask } from '../exports/masked-text.ts';
import { withTexts } from '../exports/masking.ts';

/** Texts of the service, of which several words may name somebody. */
const SERVICE_FIELDS: ReadonlySet<string> = new Set(['code', 'type', 'operation', 'country']);

export function maskedReport(report: ShiftReport, fields: readonly MaskedField[]): ShiftReport {
  const mask = new Mask([], { fields });
  const masked = withTexts(report, '', (text, name) => (SERVICE_FIELDS.has(name) ? mask.code(text) : mask.text(text)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields, each of the same type
  return masked as ShiftReport;
}
